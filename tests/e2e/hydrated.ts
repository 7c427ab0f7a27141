import type { Page } from "@playwright/test";

/** Waits until React has taken over what the server rendered: before that, what is pressed does nothing. */
export async function hydrated(page: Page): Promise<void> {
  // Not the body's first child: React may have streamed something else into its place.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__react")),
  );
}
