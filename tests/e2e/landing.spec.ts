import type { Page } from "@playwright/test";
import { openWorld } from "./api";
import { axeFindings, inAllLooks, inEveryLook, LOOKED_AT } from "./axe";
import { expect, signedInTest, test } from "./fixtures";
import { hold } from "./held";

const HEADLINE = "Automatically Match Your Deposits";

const main = (page: Page) => page.getByRole("main");
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });
const picture = (page: Page) => page.getByRole("img", { name: /^A payout of 2,583\.15/ });
const footer = (page: Page) => page.getByRole("contentinfo");

test("a visitor reads the documented texts, and every link works", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(`${HEADLINE} | Deposit Matcher`);
  await expect(page.getByRole("heading", { level: 1, name: HEADLINE })).toBeVisible();
  await expect(page.getByRole("heading", { name: "How It Works" })).toBeVisible();
  await expect(main(page).getByRole("list").getByRole("listitem")).toHaveCount(3);
  await expect(main(page)).toContainText("secure integrations");
  await expect(main(page)).toContainText("confirm with one click");
  await expect(
    page.getByRole("heading", { name: "Ready to Save Hours on Reconciliation?" }),
  ).toBeVisible();

  const links = [
    [page.getByRole("banner"), "Deposit Matcher", "/"],
    [navigation(page), "Login", "/login"],
    [navigation(page), "Sign Up", "/signup"],
    [main(page), "Get Started", "/signup"],
    [main(page), "Sign In", "/login"],
    [main(page), "Get Started Now", "/signup"],
    [footer(page), "Terms", "/terms"],
    [footer(page), "Privacy", "/privacy"],
    [footer(page), "Help", "/help"],
  ] as const;
  for (const [place, name, href] of links) {
    await expect(place.getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
  }
  await expect(navigation(page).getByRole("link")).toHaveCount(2);
  await expect(footer(page)).toContainText(
    `© ${new Date().getFullYear()} Deposit Matcher. All rights reserved.`,
  );
});

test("Tab moves through the page from top to bottom", async ({ page }) => {
  // Without any account, the page offers to restore a backup, too.
  await openWorld("company");
  await page.goto("/");
  const order = [
    "Skip to content",
    "Deposit Matcher",
    "Theme",
    "Login",
    "Sign Up",
    "Get Started",
    "Sign In",
    "Get Started Now",
    "Terms",
    "Privacy",
    "Help",
  ];
  for (const name of order) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus-visible");
    await expect(focused).toHaveAccessibleName(name);
    await expect(focused).toBeInViewport();
    const outline = await focused.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(outline, `focus on ${name}`).toBe("solid");
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/help$/);
});

test("the skip link skips the navigation", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(main(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Get Started", exact: true })).toBeFocused();
});

test("a late font changes no line break", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const release = await hold(page, "/*.woff2");
  await page.goto("/", { waitUntil: "commit" });
  const places = () =>
    Promise.all(
      [page.getByRole("heading", { level: 1 }), picture(page)].map(async (part) =>
        Math.round((await part.boundingBox())?.y ?? -1),
      ),
    );
  await expect(picture(page)).toBeVisible();
  const before = await places();
  release();
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check("600 48px GeistSans"))).toBe(true);
  expect(await places()).toEqual(before);
});

test("shows the product in the page's theme and width, without layout shift", async ({ page }) => {
  // The fonts are loaded: only the picture can move the page.
  await page.goto("/");
  await page.evaluate(() => document.fonts.ready);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) =>
      shifts.push(...list.getEntries().map((entry) => (entry as LayoutShift).value)),
    ).observe({ type: "layout-shift", buffered: true });
    interface LayoutShift extends PerformanceEntry {
      value: number;
    }
  });
  const files = new Set<string>();
  await inAllLooks(page, async (look) => {
    await page.goto("/");
    const image = picture(page);
    await expect(image).toHaveCount(1);
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth), look)
      .toBeGreaterThan(300);
    files.add(await image.evaluate((element) => (element as HTMLImageElement).currentSrc));
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts, look).toEqual([]);
  });
  expect(files.size).toBe(4);
});

test("axe finds no violations, light and dark, wide and narrow", LOOKED_AT, async ({ page }) => {
  await inEveryLook(page, async (look) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1, name: HEADLINE })).toBeVisible();
    expect(await axeFindings(page), look).toEqual([]);
  });
});

test("a visitor who signs in elsewhere sees the link to the dashboard", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await expect(main(page).getByRole("link", { name: "Sign In" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/help");
  await other.evaluate(() => localStorage.setItem("isAuthenticated", "true"));

  await expect(main(page).getByRole("link", { name: "Go to Dashboard" })).toHaveCount(2);
  for (const link of await main(page).getByRole("link", { name: "Go to Dashboard" }).all()) {
    await expect(link).toHaveAttribute("href", "/dashboard");
  }
  await expect(navigation(page).getByRole("link")).toHaveCount(1);
  await expect(navigation(page).getByRole("link", { name: "Dashboard" })).toHaveAttribute(
    "href",
    "/dashboard",
  );
  await expect(main(page).getByRole("link", { name: /Get Started|Sign In/ })).toHaveCount(0);
});

/** Records, for the life of the tab, whether the landing page was visible when its headline was there. */
async function watchLanding(page: Page): Promise<() => Promise<string | null>> {
  await page.addInitScript(() => {
    if (location.pathname !== "/") return;
    new MutationObserver((_changes, observer) => {
      if (document.querySelector("h1") === null) return;
      sessionStorage.setItem("landing", document.documentElement.hidden ? "hidden" : "shown");
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => sessionStorage.getItem("landing"));
}

test("a visitor sees the landing page at once", async ({ page }) => {
  const landing = await watchLanding(page);
  await page.goto("/");
  expect(await landing()).toBe("shown");
});

signedInTest("who is signed in goes to the dashboard and sees nothing else", async ({ page }) => {
  const landing = await watchLanding(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  // Null: the dashboard replaced the page before the headline was read.
  expect(await landing()).not.toBe("shown");
});
