import type { Locator, Page } from "@playwright/test";
import type { Account } from "./api";
import { expect, signedInTest as test } from "./fixtures";
import { fontsLoaded } from "./fonts";
import { seedBooks } from "./seed-books";

/** Frames in which what came into view is drawn. */
const FRAMES = 20;

/** Suggestions, and more open deposits than are shown at first; setting up isn't finished. */
async function seed(account: Account, suggestions: number): Promise<void> {
  const numbers = Array.from({ length: suggestions }, (_, index) => index + 1);
  const open = Array.from({ length: 7 }, (_, index) => ({
    id: `po_open_${index}`,
    lines: [{ amount: 100_00, fee: 3_20, customer: `Customer ${index}` }],
  }));
  await seedBooks(account, {
    payments: numbers.map((number) => ({ id: `s${number}`, amount: 10_30, customer: "Ada" })),
    deposits: [
      ...open,
      ...numbers.map((number) => ({
        id: `po_${number}`,
        lines: [{ amount: 10_30, fee: 30, customer: "Ada" }],
        suggested: { payment: `s${number}`, probability: 0.995 },
      })),
    ],
  });
}

/** Brings a button into view at once, as End or a link does, and returns its top in each of the next frames. */
function topsInView(button: Locator): Promise<number[]> {
  return button.evaluate(async (element, frames) => {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const tops: number[] = [];
    for (let frame = 0; frame < frames; frame += 1) {
      tops.push(Math.round(element.getBoundingClientRect().top));
      await new Promise(requestAnimationFrame);
    }
    return tops;
  }, FRAMES);
}

/** Presses where the button is, without waiting until it rests. */
async function pressAtOnce(page: Page, button: Locator): Promise<void> {
  const { x, y } = await button.evaluate((element) => {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.up();
}

test("the button below a long list is where it was when the list came into view", async ({
  page,
  account,
}) => {
  test.slow();
  await seed(account, 70);
  await page.goto("/dashboard");
  await fontsLoaded(page);
  const cards = page.getByRole("list", { name: "Suggested matches" }).getByRole("article");
  await expect(cards).toHaveCount(5);
  const more = page.getByRole("button", { name: "Show 20 more" });
  for (const shown of [25, 45]) {
    await pressAtOnce(page, more);
    await expect(cards).toHaveCount(shown);
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    const tops = await topsInView(more);
    expect(new Set(tops).size, `tops: ${tops}`).toBe(1);
  }
});

test("what is on the dashboard doesn't move while the rest arrives", async ({ page, account }) => {
  await seed(account, 2);
  // Where the button is in the page, in each frame from the first one that has it.
  await page.addInitScript(() => {
    const places: number[] = [];
    Object.assign(window, { places });
    const note = () => {
      const buttons = [...document.querySelectorAll("button")];
      const more = buttons.find(({ textContent }) => textContent?.startsWith("Not in QuickBooks"));
      if (more) places.push(Math.round(more.getBoundingClientRect().top + scrollY));
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await page.goto("/dashboard");
  await fontsLoaded(page);
  await expect(page.getByRole("heading", { name: "Set up matching" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Matched over time" })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const places = await page.evaluate(() => (window as unknown as { places: number[] }).places);
  // The arriving font may change the height of a line by a pixel.
  expect(Math.max(...places) - Math.min(...places), `places: ${[...new Set(places)]}`).toBeLessThan(
    4,
  );

  const open = page.getByRole("list", { name: "Not in QuickBooks" }).locator(":scope > li");
  await pressAtOnce(page, page.getByRole("button", { name: /^Not in QuickBooks 7/ }));
  await expect(open).toHaveCount(7);
});

for (const path of ["/dashboard", "/transactions"]) {
  test(`on a phone nothing of ${path} moves while it arrives`, async ({ page, account }) => {
    await seed(account, 2);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] };
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[])
          moved.push(`${value}: ${sources.map(({ node }) => node?.textContent?.slice(0, 40))}`);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(path);
    await fontsLoaded(page);
    await expect(page.locator("[inert]")).toHaveCount(0);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved);
    // The arriving font may change a line's height by a pixel.
    expect(moved.filter((each) => Number.parseFloat(each) > 0.01)).toEqual([]);
  });
}
