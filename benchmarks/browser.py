"""A headless Chromium, driven by selenium, with neither of them fetched: both are packages of the system."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from typing import Any

PROGRAMS = {"chromium": "Debian's chromium", "chromedriver": "Debian's chromium-driver"}
# As root there is no sandbox; /dev/shm is small in containers.
OPTIONS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")


def missing() -> str:
    """Return what has to be installed to drive a browser, empty when nothing."""
    parts = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    if find_spec("selenium") is None:
        parts.append("the Python package selenium")
    return ", ".join(parts)


def browser() -> Any:
    """Return a new browser that keeps what pages write to their console."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for option in OPTIONS:
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options, Service(shutil.which("chromedriver")))


def resize(driver: Any, width: int, height: int) -> None:
    """Show pages as on a screen of this size, in CSS pixels."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def colours(driver: Any, scheme: str, media: str = "") -> None:
    """Prefer the colours ``light`` or ``dark``; ``media`` is ``print`` for a page as it is printed."""
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})
