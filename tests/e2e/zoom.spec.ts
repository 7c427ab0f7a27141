import type { Page } from "@playwright/test";
import { depositList } from "@/lib/contracts/deposits";
import { callApi } from "./api";
import { expect, connectedTest as test } from "./fixtures";
import { settled } from "./settled";

/** CSS pixels: a window of 1280 at 200 %, a small tablet, a phone. */
const WIDTHS = [640, 768, 390];

/** What of the page ends right of the window, where no scroll bar of its own leads to it. */
function cutParts(): string[] {
  const width = document.documentElement.clientWidth;
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) ||
      scrolls(element.parentElement));
  return [...document.querySelectorAll("main *, [role=dialog] *")]
    .filter((element) => {
      const { width: own, right } = element.getBoundingClientRect();
      return own > 1 && right > width + 1 && !scrolls(element.parentElement);
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

async function expectWhole(page: Page, what: string): Promise<void> {
  const name = `${what} at ${page.viewportSize()?.width}`;
  const sideways = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  // A chart takes its new width a moment later.
  await expect.poll(sideways, { message: name }).toBeLessThanOrEqual(0);
  await expect.poll(() => page.evaluate(cutParts), { message: name }).toEqual([]);
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  // The page's media queries see the new size a moment later.
  await page.waitForFunction((wanted) => matchMedia(`(width: ${wanted}px)`).matches, width);
}

const LOADING = "[aria-busy=true], [data-slot=skeleton]";

/** Down to its foot: some parts load only when they are near the view. */
async function loaded(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.locator("main").locator(LOADING)).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
}

test("no signed-in page is cut or scrolls sideways at 200 % zoom, nor do its dialogs", async ({
  page,
  connected,
}) => {
  await settled(connected);
  const { deposits } = await callApi(depositList, { token: connected.token });
  const each = new Map(deposits.map(({ id, status }) => [status, id]));
  const paths = [
    ...[
      "/dashboard",
      "/transactions",
      "/manual-match",
      "/manual-match/undeposited-funds",
      "/dashboard/review",
    ],
    ...["/integrations", "/integrations?tab=accounting", "/integrations?connect=authorize"],
    ...["", "?tab=rules", "?tab=account", "?tab=notifications", "?tab=security"].map(
      (tab) => `/settings${tab}`,
    ),
    ...[...each.values()].map((id) => `/transaction/${id}`),
    `/manual-match?deposit=${each.get("pending")}`,
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await loaded(page);
    for (const width of WIDTHS) {
      await resize(page, width);
      await expectWhole(page, path);
    }
  }
  const dialogs = [
    ["/transactions", "Record receipts"],
    ["/settings?tab=rules", "New rule"],
    ["/integrations?tab=accounting", "QuickBooks Settings"],
  ] as const;
  for (const [path, opener] of dialogs) {
    await page.goto(path);
    await page.getByRole("button", { name: opener }).first().click();
    await expect(page.getByRole("dialog").locator(LOADING)).toHaveCount(0);
    for (const width of WIDTHS) {
      await resize(page, width);
      await expectWhole(page, opener);
    }
  }
});
