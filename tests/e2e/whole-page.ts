import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

/** What of the page ends right of the window, where no scroll bar of its own leads to it; and names wider than their button. */
function cutParts(): string[] {
  const width = document.documentElement.clientWidth;
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) ||
      scrolls(element.parentElement));
  return [...document.querySelectorAll("main *, [role=dialog] *")]
    .filter((element) => {
      const { width: own, right } = element.getBoundingClientRect();
      const isNamed = element.matches("button:not([role], [aria-label])");
      if (isNamed && element.scrollWidth > element.clientWidth + 1) return true;
      return own > 1 && right > width + 1 && !scrolls(element.parentElement);
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

/** At its present width nothing of the page is cut, and it doesn't scroll sideways. */
export async function expectWhole(page: Page, what: string): Promise<void> {
  const name = `${what} at ${page.viewportSize()?.width}`;
  const sideways = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  // A chart takes its new width a moment later.
  await expect.poll(sideways, { message: name }).toBeLessThanOrEqual(0);
  await expect.poll(() => page.evaluate(cutParts), { message: name }).toEqual([]);
}

/** Gives the window another width, in CSS pixels. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  // The page's media queries see the new size a moment later.
  await page.waitForFunction((wanted) => matchMedia(`(width: ${wanted}px)`).matches, width);
}

/** Holds the place of what is loading. */
export const LOADING = "[aria-busy=true], [data-slot=skeleton]";

/** Down to its foot: some parts load only when they are near the view. */
export async function loaded(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.locator("main").locator(LOADING)).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
}
