import type { Page } from "@playwright/test";
import { createSale, seedMatch, seedProviders, withBooks } from "./books";
import { expect, signedInTest as test } from "./fixtures";
import { QUICKBOOKS } from "./manual-panel";
import { seedBooks } from "./seed-books";

/** From here the page's time only advances by `runFor`. */
async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1_000);
}

test("every screen uses the chosen date format", async ({ page, account }) => {
  const depositId = await withBooks(account, async (books) => {
    const providers = await seedProviders(books);
    const sale = { gross: 50_00, fee: 1_75, customer: "Ada Lovelace" };
    const pending = await createSale(books, providers, { number: 7, ...sale });
    const matched = await createSale(books, providers, { number: 6, ...sale });
    await seedMatch(books, matched, { state: "blocked", message: "Something is missing." });
    return pending.depositId;
  });
  const format = page.getByRole("combobox", { name: "Date Format" });
  for (const [name, pendingDay, matchedDay] of [
    ["DD-MM-YYYY", "8 Mar 2026", "7 Mar 2026"],
  ] as const) {
    await page.goto("/settings");
    await format.click();
    await expect(page.getByRole("option")).toHaveText([
      /^MM-DD-YYYY/,
      /^DD-MM-YYYY/,
      /^YYYY-MM-DD/,
    ]);
    await page.getByRole("option", { name }).click();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Settings saved successfully")).toBeVisible();
    const main = page.getByRole("main");
    await page.goto("/transactions");
    await expect(main.getByRole("row").filter({ hasText: "Pending" })).toContainText(pendingDay);
    await page.goto(`/transaction/${depositId}`);
    await expect(main.getByRole("definition").filter({ hasText: pendingDay })).toHaveCount(1);
    await page.goto("/manual-match");
    await expect(main.getByRole("option").first()).toContainText(pendingDay);
    await page.goto("/dashboard");
    await expect(main.getByRole("link", { name: /Deposit #\d+ - / })).toContainText(matchedDay);
  }
});

test("a status in the address is case-insensitive", async ({ page, account }) => {
  await seedBooks(account, {
    deposits: [
      { id: "po_1", lines: [{ amount: 10_00, customer: "Ada Lovelace" }] },
      {
        id: "po_2",
        lines: [{ amount: 20_00, customer: "Grace Hopper" }],
        suggested: { payment: "1", probability: 0.9 },
      },
    ],
    payments: [{ id: "1", amount: 20_00, customer: "Grace Hopper" }],
  });
  for (const status of ["SUGGESTED", "Suggested"]) {
    await page.goto(`/transactions?status=${status}`);
    await expect(page.getByText("Showing 1 deposits")).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Status" })).toHaveText("Suggested");
    await expect(page.getByRole("row").last()).toContainText("20.00");
  }
});

test("a toast stays for four to five seconds", async ({ page }) => {
  await page.clock.install();
  await page.goto("/settings");
  await page.getByLabel("Company Name").fill("Lovelace & Co");
  const toast = page.locator("[data-sonner-toast]").filter({ hasText: "Settings saved" });
  await stopClock(page);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect
    .poll(async () => {
      await page.clock.runFor(10);
      return toast.count();
    })
    .toBe(1);
  // The toast stays while the pointer is on it.
  await page.mouse.move(10, 10);
  await page.clock.runFor(3_900);
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(1_300);
  await expect(toast).toHaveCount(0);
});

test("a toast shows that it has the focus, and so do its buttons", async ({ page }) => {
  await page.goto("/settings?tab=account");
  await page.getByLabel("First Name").fill("Ada");
  await page.getByRole("button", { name: "Save Changes" }).click();
  const toast = page.locator("[data-sonner-toast]");
  await expect(toast).toHaveCount(1);
  // As the page's own help for toasts says: the key of the list, which keeps them open.
  await page.keyboard.press("Alt+t");
  for (const stop of [toast, toast.getByRole("button", { name: "Close toast" })]) {
    await page.keyboard.press("Tab");
    await expect(stop).toBeFocused();
    await expect(stop).toHaveCSS("outline-style", "solid");
    await expect(stop).toHaveCSS("outline-width", "2px");
  }
});

test("a list's scroll bar hides 600 ms after the pointer has left", async ({ page, account }) => {
  await seedBooks(account, {
    payments: Array.from({ length: 20 }, (_, index) => ({
      id: String(index),
      amount: 10_00 + index,
      customer: `Customer ${index}`,
    })),
  });
  await page.clock.install();
  await page.goto("/manual-match");
  const list = page.getByRole("listbox", { name: QUICKBOOKS });
  const bar = page.getByRole("region", { name: QUICKBOOKS }).locator("[data-orientation=vertical]");
  await expect(bar).toHaveCount(0);
  await list.hover();
  await expect(bar).toBeVisible();
  await stopClock(page);
  await page.mouse.move(5, 5);
  await page.clock.runFor(590);
  await expect(bar).toBeVisible();
  await page.clock.runFor(20);
  await expect(bar).toHaveCount(0);
});
