import type { Page } from "@playwright/test";
import { merge } from "../support/merge-classes";

/**
 * Classes that another class of the same element overrides, one element a line. Which one wins is up to the order of the
 * style sheet then, since lib/cn.ts compares nothing.
 */
export async function classConflicts(page: Page): Promise<string[]> {
  const used = await page.evaluate(() => [
    ...new Set([...document.querySelectorAll("[class]")].map((each) => each.classList.value)),
  ]);
  return used.flatMap((classes) => {
    const left = new Set(merge(classes).split(" "));
    const lost = classes.split(/\s+/).filter((name) => name !== "" && !left.has(name));
    return lost.length === 0 ? [] : [`${lost.join(" ")} of ${classes}`];
  });
}
