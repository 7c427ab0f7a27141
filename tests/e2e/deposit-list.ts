import type { Page } from "@playwright/test";
import type { Account } from "./api";
import { seedPayouts, seedProviders, withBooks } from "./books";
import { expect } from "./fixtures";

export const seedDeposits = (account: Account, count: number, bankName?: string) =>
  withBooks(account, async (books) => {
    const { stripe } = await seedProviders(books, { ...(bankName && { bankName }) });
    return seedPayouts(books, stripe, { count });
  });

export const rows = (page: Page) =>
  page
    .getByRole("table")
    .getByRole("row")
    .filter({ has: page.locator("td") });

export async function openList(page: Page, query = ""): Promise<void> {
  await page.goto(`/transactions${query}`);
  await expect(page.getByRole("heading", { name: "QuickBooks Deposits" })).toBeVisible();
}
