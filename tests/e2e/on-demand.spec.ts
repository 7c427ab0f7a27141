import type { Locator, Page } from "@playwright/test";
import { seedPayouts, seedProviders, withBooks } from "./books";
import { expect, signedInTest as test } from "./fixtures";
import { fontsLoaded } from "./fonts";

/** Holds the code that contains `text`; the rest of the page loads normally. */
async function holdCode(page: Page, text: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/chunks/**", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (body.includes(text)) await released;
    await route.fulfill({ response, body });
  });
  return release;
}

test.beforeEach(({ account }) =>
  withBooks(account, async (books) => {
    const { stripe } = await seedProviders(books);
    await seedPayouts(books, stripe, { count: 30 });
  }),
);

test("messages from before toasts are loaded appear afterwards", async ({ page }) => {
  const release = await holdCode(page, "data-sonner-toaster");
  await page.goto("/transactions");
  await expect(page.getByText("Showing 30 deposits")).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: /^Automatically Match/ })).toBeVisible();
  await expect(page.getByText("Logged out successfully")).toHaveCount(0);
  release();
  await expect(page.getByText("Logged out successfully")).toBeVisible();
});

test("a choice works by keyboard like any select, and returns the focus", async ({ page }) => {
  await page.goto("/transactions");
  await expect(page.getByText("Showing 30 deposits")).toBeVisible();
  const status = page.getByRole("combobox", { name: "Status" });
  const size = page.getByRole("combobox", { name: "Deposits per page" });
  await expect(status).toHaveAttribute("aria-expanded", "false");
  const room = async (choice: Locator) => {
    const box = await choice.boundingBox();
    // Choosing may have scrolled the page.
    return [box?.x, box?.width, box?.height];
  };
  await fontsLoaded(page);
  const rooms = [await room(status), await room(size)];

  await status.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "All Status" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(status).toBeFocused();

  await size.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: "25 per page" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "50 per page" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/page_size=50/);
  await expect(size).toBeFocused();
  await expect(size).toHaveText("50 per page");

  await status.focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("option", { name: "All Status" })).toBeFocused();
  await page.keyboard.press("p");
  await expect(page.getByRole("option", { name: "Pending" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/status=pending/);
  await expect(status).toBeFocused();
  await expect(page.getByText("Showing 30 deposits")).toBeVisible();

  // The placeholder had the same size.
  await page.goto("/transactions");
  await expect(page.getByText("Showing 30 deposits")).toBeVisible();
  for (const choice of [status, size]) {
    await choice.click();
    // Its code is loaded first; with the focus it hears the keys.
    await expect(page.locator("[role=option]:focus")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox")).toHaveCount(0);
  }
  await expect.poll(async () => [await room(status), await room(size)]).toEqual(rooms);
});

test("a choice requested on a slow line opens when it is loaded", async ({ page }) => {
  const release = await holdCode(page, "SelectItemText");
  await page.goto("/transactions");
  await expect(page.getByText("Showing 30 deposits")).toBeVisible();
  await page.getByRole("combobox", { name: "Status" }).click();
  await expect(page.getByRole("option")).toHaveCount(0);
  release();
  await page.getByRole("option", { name: "Matched", exact: true }).click();
  await expect(page).toHaveURL(/status=matched/);
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveText("Matched");
});

test("the signed-in name is shown to the pointer and the keyboard, until Escape", async ({
  page,
  account,
}) => {
  await page.goto("/transactions");
  const picture = page.getByRole("button", { name: `Signed in as ${account.username}` });
  const words = page.getByRole("tooltip");
  await expect(picture).toBeVisible();
  await expect(words).toBeHidden();
  await picture.hover();
  await expect(words).toBeVisible();
  await expect(words).toHaveText(`Signed in as ${account.username}`);
  await page.keyboard.press("Escape");
  await expect(words).toBeHidden();
  await page.mouse.move(10, 400);

  await page.getByRole("button", { name: "Logout" }).focus();
  await page.keyboard.press("Tab");
  await expect(picture).toBeFocused();
  await expect(words).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(words).toBeHidden();
  await expect(picture).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(words).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await expect(words).toBeHidden();
});
