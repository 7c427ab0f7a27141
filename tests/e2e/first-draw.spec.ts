import type { Page } from "@playwright/test";
import { PARTS } from "@/lib/first-screen";
import { expect, signedInTest, test } from "./fixtures";
import { fontsLoaded } from "./fonts";
import { hold } from "./held";

const PAGES = [
  ["/dashboard", "Dashboard"],
  ["/transactions", "Transactions"],
  ["/transaction/1", "Deposit Details"],
  ["/manual-match", "Manual Transaction Matching"],
  ["/integrations", "Integrations"],
  ["/settings", "Settings"],
] as const;

const code = (page: Page) => hold(page, "/_next/static/chunks/*.js");
const heading = (page: Page, name: string) =>
  page.locator("h1").filter({ hasText: new RegExp(`^${name}$`) });

signedInTest.describe("before any script of the page has run", () => {
  // An unknown deposit has a page as well.
  signedInTest.use({ expectedErrors: [/404/] });

  for (const [path, title] of PAGES) {
    signedInTest(`${path} is drawn from what the server sent`, async ({ page }) => {
      const release = await code(page);
      await page.goto(path, { waitUntil: "commit" });
      await expect(heading(page, title)).toBeVisible();
      await expect(page.locator("nav [aria-current=page]")).toBeVisible();
      const logout = page.getByText("Logout", { exact: true });
      await fontsLoaded(page);
      const place = await logout.boundingBox();
      release();
      await expect(page.getByRole("button", { name: /^Signed in as/ })).toBeVisible();
      await expect(page.locator("[inert]")).toHaveCount(0);
      await expect.poll(() => logout.boundingBox()).toEqual(place);
    });
  }
});

for (const [path, title] of PAGES.slice(0, 2)) {
  signedInTest(`${path} asks for what it shows before its code is here, once`, async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/")) asked.push(pathname + search);
    });
    const release = await code(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(heading(page, title)).toBeVisible();
    const early = [...asked];
    expect(early).toContain(`/api/user/first-screen/?page=${path.slice(1)}`);
    release();
    await expect(page.locator("[inert]")).toHaveCount(0);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    for (const address of [...early, ...Object.keys(PARTS)]) {
      const times = asked.filter((each) => each === address).length;
      expect(times, address).toBe(early.includes(address) ? 1 : 0);
    }
  });
}

for (const [path, title] of PAGES) {
  test(`${path} shows nothing to a visitor, and requests nothing`, async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) asked.push(pathname);
    });
    const release = await code(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(heading(page, title)).toBeAttached();
    await expect(heading(page, title)).toBeHidden();
    await expect(page.getByText("Logout", { exact: true })).toBeHidden();
    const leaving = page.waitForURL(/\/login\?next=/);
    release();
    await leaving;
    expect(asked.filter((address) => !address.startsWith("/api/auth/"))).toEqual([]);
  });
}

signedInTest("who signs in without a reload sees the pages", async ({ page, account }) => {
  await page.addInitScript(() => localStorage.clear());
  await page.goto("/transactions");
  await expect(page).toHaveURL(/\/login\?next=%2Ftransactions$/);
  await page.getByLabel("Username").fill(account.username);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(heading(page, "Transactions")).toBeVisible();
  await expect(page.getByRole("button", { name: "Logout" })).toBeEnabled();
});
