import type { Page } from "@playwright/test";

/** Waits for the page's fonts: what is measured before may be measured in another one. */
export async function fontsLoaded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}
