"use strict";
(() => {
  const cells = JSON.parse(document.getElementById("cells").textContent);
  const form = document.getElementById("filters");
  const controls = [...form.querySelectorAll("[data-kind]")];
  const shown = document.getElementById("shown");

  // "2:4, 7" as a test of text; null when it cannot be read.
  function range(text) {
    const parts = text.split(",").map((part) => part.trim()).filter(Boolean);
    const ends = parts.map((part) => /^(-?\d+)(?::(-?\d+))?$/.exec(part));
    if (ends.includes(null)) return null;
    const pairs = ends.map(([, low, high]) => [Number(low), Number(high ?? low)]);
    return (value) => pairs.some(([low, high]) => low <= Number(value) && Number(value) <= high);
  }

  function test(control) {
    const { kind, name } = control.dataset;
    const wanted = control.value.trim();
    control.removeAttribute("aria-invalid");
    if (!wanted) return () => true;
    if (kind === "problem" || kind === "resource" || kind === "state") return (cell) => cell[kind] === wanted;
    const value = (cell) => Object.hasOwn(cell.parameters, name) ? cell.parameters[name] : null;
    if (kind === "choice") return (cell) => value(cell) === wanted;
    if (kind === "text") return (cell) => value(cell)?.includes(wanted);
    const within = range(wanted);
    if (within) return (cell) => value(cell) !== null && within(value(cell));
    control.setAttribute("aria-invalid", "true");
    return () => true;
  }

  function apply() {
    const tests = controls.map(test);
    const kept = cells.map((cell) => tests.every((passes) => passes(cell)));
    for (const item of document.querySelectorAll("[data-cell]")) {
      const isKept = kept[item.dataset.cell - 1];
      if (item.tagName === "TR") item.hidden = !isKept;
      else item.classList.toggle("out", !isKept);
    }
    document.querySelectorAll("article").forEach((article, i) => article.classList.toggle("out", !kept[i]));
    for (const part of document.querySelectorAll("[data-part], [data-table]")) {
      part.hidden = !part.querySelector("tr[data-cell]:not([hidden]), a[data-cell]:not(.out)");
    }
    const count = kept.filter(Boolean).length.toLocaleString("en");
    const wrong = controls.filter((control) => control.hasAttribute("aria-invalid")).map((control) => control.dataset.name);
    shown.textContent = `${count} of ${cells.length.toLocaleString("en")} cells shown.`
      + (wrong.length ? ` ${wrong.join(", ")}: write a number, a range such as 2:5, or several, with commas.` : "");
  }

  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply));
  // A link to a row that the filters hide shows it again.
  addEventListener("hashchange", () => {
    const row = document.getElementById(location.hash.slice(1));
    if (row?.hidden) {
      form.reset();
      setTimeout(() => row.scrollIntoView({ block: "center" }));
    }
  });
  form.hidden = false;
})();
