import type { Page } from "@playwright/test";

/** Holds calls of a path, so that the loading state can be tested. */
export async function hold(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${path}`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The network fails for calls of a path, until `unroute`. */
export async function cut(page: Page, path: string): Promise<() => Promise<void>> {
  await page.route(`**${path}`, (route) => route.abort());
  return () => page.unroute(`**${path}`);
}
