import type { Locator } from "@playwright/test";
import { axeFindingsIn } from "./axe";
import { expect, signedInTest as test } from "./fixtures";
import { NO_SESSION, storedSession } from "./stored-session";

const ENTRIES = [
  ["Dashboard", "/dashboard"],
  ["Transactions", "/transactions"],
  ["Manual Match", "/manual-match"],
  ["Integrations", "/integrations"],
  ["Settings", "/settings"],
] as const;

/** Protected pages, and the menu entry of each. */
const PAGES = [
  ["/dashboard", "Dashboard"],
  ["/dashboard/review", "Dashboard"],
  ["/transactions", "Transactions"],
  ["/transaction/2000000000", "Transactions"],
  ["/manual-match", "Manual Match"],
  ["/manual-match/undeposited-funds", "Manual Match"],
  ["/integrations", "Integrations"],
  ["/stripe/callback", "Integrations"],
  ["/settings", "Settings"],
] as const;

async function expectEntries(navigation: Locator) {
  await expect(navigation.getByRole("link")).toHaveText(ENTRIES.map(([name]) => name));
  for (const [name, path] of ENTRIES) {
    await expect(navigation.getByRole("link", { name })).toHaveAttribute("href", path);
  }
}

test.describe("the top navigation", () => {
  // An unknown deposit has a page as well.
  test.use({ expectedErrors: [/404/] });

  test("is on every protected page, and marks the current one", async ({ page }) => {
    const navigation = page.getByRole("navigation", { name: "Main" });
    for (const [path, entry] of PAGES) {
      await page.goto(path);
      await expectEntries(navigation);
      await expect(navigation.locator("[aria-current=page]"), path).toHaveText([entry]);
      await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
    }
    for (const [name, path] of ENTRIES) {
      await navigation.getByRole("link", { name }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(navigation.locator("[aria-current=page]")).toHaveText([name]);
    }
  });
});

test("the picture opens a menu: name, company, Settings, Help, New company, Logout", async ({
  page,
  account,
}) => {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: `Signed in as ${account.username}` }).click();
  const menu = page.getByRole("menu", { name: `Signed in as ${account.username}` });
  await expect(menu.getByText(account.username, { exact: true })).toBeVisible();
  await expect(menu.getByText(`${account.username}'s company`)).toBeVisible();
  expect(await axeFindingsIn(page, "[role=menu]")).toEqual([]);
  await expect(menu.getByRole("menuitem")).toHaveText([
    "Settings",
    "Help",
    "New company",
    "Logout",
  ]);
  await expect(page.locator("[role=menu]:focus, [role=menu] :focus")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("menuitem", { name: "Settings" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: `Signed in as ${account.username}` }).click();
  await menu.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page.getByText("Logged out successfully")).toBeVisible();
  await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
});

test("on a phone the menu has the same entries, and Logout", async ({ page, account }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/dashboard");
  const menu = page.getByRole("dialog", { name: "Menu" });
  await page.getByRole("button", { name: "Open menu" }).click();
  await expectEntries(menu.getByRole("navigation", { name: "Main" }));
  const company = menu.getByText(`${account.username}'s company`);
  await expect(company, "a name in Hebrew or Arabic reads its own way").toHaveAttribute(
    "dir",
    "auto",
  );
  await menu.getByRole("link", { name: "Transactions" }).click();
  await expect(page.getByRole("heading", { name: "Transactions", level: 1 })).toBeVisible();
  await expect(menu).toHaveCount(0);
  await page.getByRole("button", { name: "Open menu" }).click();
  await menu.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("Logged out successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
});

test.describe("the stored flag", () => {
  // No request is answered, so only the flag can decide.
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test("alone opens and closes the protected pages", async ({ page }) => {
    await page.route("**/api/**", (route) => route.abort());
    const set = async (values: Record<string, string>) => {
      await page.goto("/terms");
      await page.evaluate((items) => {
        localStorage.clear();
        for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
      }, values);
      await page.goto("/settings");
    };
    await set({ isAuthenticated: "true" });
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    for (const other of [{ isAuthenticated: "yes" }, { authToken: "TOKEN something" }]) {
      await set(other);
      await expect(page).toHaveURL(/\/login\?next=%2Fsettings$/);
    }
  });
});
