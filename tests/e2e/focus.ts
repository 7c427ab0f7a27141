import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures";

export const FAR = 200;

/** The visible focus: an outline of the element, or of a list's active row. */
function focusMark(): { outline: string; of: string } {
  const focused = document.activeElement ?? document.body;
  const row = document.getElementById(focused.getAttribute("aria-activedescendant") ?? "");
  const { outlineStyle } = getComputedStyle(row ?? focused);
  const isNotOurs = focused === document.body;
  return { outline: isNotOurs ? "solid" : outlineStyle, of: focused.outerHTML.slice(0, 200) };
}

/** Presses Tab until `target` has the focus: it is reachable, and every stop before it is visible. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
  await expect(target).toBeVisible();
  await expect(target).toBeEnabled();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < FAR; stops++) {
    if (await isThere()) return;
    await page.keyboard.press(key);
    const { outline, of } = await page.evaluate(focusMark);
    expect(outline, `the focus can be seen: ${of}`).toBe("solid");
  }
  throw new Error(`${FAR} × ${key} did not lead to ${target}`);
}
