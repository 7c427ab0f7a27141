import type { Locator, Page } from "@playwright/test";

/** A user's keys and clicks, counted for each piece of work. */
export function countedHands(page: Page) {
  const counts: Record<string, number> = {};
  let work = "";
  const count = () => {
    counts[work] = (counts[work] ?? 0) + 1;
  };
  return {
    counts,
    begin(next: string) {
      work = next;
    },
    async press(key: string) {
      count();
      await page.keyboard.press(key);
    },
    async click(target: Locator) {
      count();
      await target.click();
    },
    /** A whole value counts once. */
    async type(field: Locator, text: string) {
      count();
      await field.fill(text);
    },
    async choose(field: Locator, label: string) {
      count();
      await field.selectOption({ label });
    },
  };
}
