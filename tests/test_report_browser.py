"""The report of a thousand cells in a browser: console, filters, keyboard, narrow screens, dark colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from report_support import report_of, thousand_cells

from benchmarks.browser import browser, colours, missing, resize

pytestmark = [pytest.mark.extra, pytest.mark.skipif(bool(missing()), reason=f"missing: {missing()}")]

LEAST_CONTRAST = 4.5

# The contrast ratio of each text with the background behind it, by the formula of WCAG 2.
CONTRASTS = """
const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
const light = (colour) => {
  const [r, g, b] = numbers(colour).slice(0, 3).map((v) => v / 255)
    .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if ((numbers(colour)[3] ?? 1) > 0) return colour;
  }
  return "rgb(255, 255, 255)";
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const found = {};
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
  const [a, b] = [getComputedStyle(element).color, behind(element)].map(light);
  found[`${getComputedStyle(element).color} on ${behind(element)}`] =
    (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
return found;
"""

# What can be reached by Tab but shows no name to a screen reader.
NAMELESS = """
return [...document.querySelectorAll("a, button, input, select, summary, [tabindex='0']")]
  .filter((e) => !(e.getAttribute("aria-label") || e.getAttribute("aria-labelledby")
    || e.closest("label") || e.textContent.trim())).map((e) => e.outerHTML);
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("thousand")
    report_of(folder, thousand_cells(folder / "store"))
    return (folder / "report.html").as_uri()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    driver = browser()
    yield driver
    driver.quit()


@pytest.fixture
def page(chromium: Any, address: str) -> Iterator[Any]:
    colours(chromium, "light")
    resize(chromium, 1200, 900)
    chromium.get("about:blank")
    chromium.get(address)
    yield chromium
    assert chromium.get_log("browser") == []


def one(page: Any, selector: str) -> Any:
    return page.find_element("css selector", selector)


def rows(page: Any) -> int:
    count: int = page.execute_script(
        "return [...document.querySelectorAll('tr[data-cell]')].filter((e) => e.checkVisibility()).length"
    )
    return count


def test_it_opens_without_errors_and_fetches_nothing(page: Any) -> None:
    assert rows(page) == 1002
    assert "1,002 cells (1,001 settled, 1 failed)" in one(page, "header").text
    fetched = page.execute_script("return performance.getEntriesByType('resource').map((e) => e.name)")
    assert all(name.startswith("data:") for name in fetched)


def test_every_figure_is_drawn(page: Any) -> None:
    page.execute_script("document.querySelectorAll('img').forEach((e) => { e.loading = 'eager'; })")
    drawn = "await Promise.all([...document.images].map((e) => e.decode())); return document.images.length"
    assert page.execute_script(f"return (async () => {{ {drawn} }})()") >= 10


@pytest.mark.parametrize(
    ("selector", "keys", "count"),
    [
        ("select[data-kind=problem]", "min-ip", 1),
        ("select[data-kind=state]", "failed", 1),
        ("input[data-name=summands]", "4:5, 7", 300),
        ("input[data-name=summands]", "3", 1),
        ("input[data-name=range]", "20", 100),
        ("input[data-name=range]", "5-6", 1002),
    ],
)
def test_filters_leave_what_they_say(page: Any, selector: str, keys: str, count: int) -> None:
    control = one(page, selector)
    control.send_keys(keys)
    assert rows(page) == count
    assert one(page, "#shown").text.startswith(f"{count:,} of 1,002 cells shown.")
    assert (control.get_attribute("aria-invalid") == "true") == (keys == "5-6")
    one(page, "button[type=reset]").click()
    page.execute_async_script("setTimeout(arguments[0], 50)")
    assert rows(page) == 1002


def test_filters_go_together_and_a_link_back_undoes_them(page: Any) -> None:
    one(page, "input[data-name=summands]").send_keys("4")
    one(page, "input[data-name=largest]").send_keys("5:6")
    assert rows(page) == 20
    page.execute_script("location.hash = 'row-900'")
    page.execute_async_script("setTimeout(arguments[0], 100)")
    assert rows(page) == 1002


def test_a_cell_leads_to_its_certificate_and_back_by_keyboard(page: Any) -> None:
    link = one(page, "tr[data-cell='500'] a")
    page.execute_script("arguments[0].focus()", link)
    link.send_keys("\ue007")
    assert page.current_url.endswith("#cell-500-lower")
    shown = [e for e in page.find_elements("css selector", "article") if e.is_displayed()]
    assert [e.get_attribute("id") for e in shown] == ["cell-500"]
    summary = one(page, "#cell-500 summary")
    summary.send_keys("\ue007")
    assert '"problem":"additive-basis"' in one(page, "#cell-500 pre").text
    one(page, "#cell-500 a[href='#row-500']").send_keys("\ue007")
    assert page.current_url.endswith("#row-500") and one(page, "#row-500").is_displayed()


def test_tab_starts_at_the_skip_link_and_goes_through_the_filters(page: Any) -> None:
    seen = []
    for _ in range(16):
        page.switch_to.active_element.send_keys("\ue004")
        item = page.switch_to.active_element
        style = page.execute_script("return getComputedStyle(arguments[0]).outlineStyle", item)
        assert style == "solid", "focus shows"
        seen.append(item.get_attribute("data-kind") or item.get_attribute("href") or item.tag_name)
    assert seen[0].endswith("#tables")
    assert {"problem", "state", "range", "button"} <= set(seen)
    assert seen[-1].rpartition("#")[2].startswith("cell-") or seen[-1] == "div"
    assert page.execute_script(NAMELESS) == []


@pytest.mark.parametrize("width", [320, 360, 768])
@pytest.mark.parametrize("place", ["", "#cell-1002"])
def test_a_narrow_page_does_not_scroll_sideways(page: Any, width: int, place: str) -> None:
    resize(page, width, 700)
    page.execute_script(f"location.hash = '{place}'")
    page.execute_script("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    assert page.execute_script("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out(page: Any, scheme: str) -> None:
    colours(page, scheme)
    page.execute_script("location.hash = 'cell-1002-lower'")
    found = page.execute_script(CONTRASTS)
    assert len(found) >= 5
    assert {pair: ratio for pair, ratio in found.items() if ratio < LEAST_CONTRAST} == {}
    background = page.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(255, 255, 255)") == (scheme == "light")


def test_print_shows_the_certificates_of_what_the_filters_leave(page: Any) -> None:
    one(page, "select[data-kind=problem]").send_keys("min-ip")
    colours(page, "light", "print")
    shown = "return [...document.querySelectorAll('article')].filter((e) => e.checkVisibility()).length"
    assert page.execute_script(shown) == 1
    assert not one(page, "#filters").is_displayed()


def test_without_scripts_the_page_reads_as_a_document(chromium: Any, address: str, page: Any) -> None:
    chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    chromium.get(address)
    chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert not one(chromium, "#filters").is_displayed()
    assert one(chromium, "#cell-1").is_displayed() and one(chromium, "#cell-1000").is_displayed()
