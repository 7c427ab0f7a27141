import type { Locator } from "@playwright/test";
import { seedPayouts, seedProviders, withBooks } from "./books";
import { expect, signedInTest as test } from "./fixtures";
import { hold } from "./held";
import { matchButton, QUICKBOOKS, row, STRIPE, THREE_CHARGES } from "./manual-panel";
import { seedBooks } from "./seed-books";

/** 20rem. */
const LIST_HEIGHT = 320;

/** A dot's colour, in the specification's words. */
async function colourOf(dot: Locator): Promise<string> {
  const colour = await dot.evaluate((element) => getComputedStyle(element).borderTopColor);
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 24) return "grey";
  if (green > red && green > blue) return "green";
  return red > green && green > blue ? "amber" : colour;
}

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test("pending deposits are next to unmatched payments, suggestions are separate", async ({
  page,
  account,
}) => {
  await seedBooks(account, {
    deposits: [
      ...THREE_CHARGES.deposits,
      {
        id: "po_suggested",
        lines: [{ amount: 30_00, customer: "Joan Clarke" }],
        suggested: { payment: "905", probability: 0.9 },
      },
      { id: "po_matched", lines: [{ amount: 40_00, customer: "Nobody" }] },
    ],
    payments: [...THREE_CHARGES.payments, { id: "905", amount: 30_00, customer: "Joan Clarke" }],
  });
  await withBooks(account, ({ companyId, query }) =>
    query(
      "UPDATE deposits SET status = 'matched' WHERE company_id = $1 AND provider_id = 'po_matched'",
      [companyId],
    ),
  );
  await page.goto("/dashboard");
  const deposits = page.getByRole("listbox", { name: STRIPE });
  const payments = page.getByRole("listbox", { name: QUICKBOOKS });
  await expect(deposits.getByRole("option")).toHaveCount(2);
  // A suggested payment stays free until the suggestion is confirmed.
  await expect(payments.getByRole("option")).toHaveCount(5);
  await expect(row(page, STRIPE, /70\.00/)).toContainText(/Deposit #\d+ - /);
  await expect(row(page, QUICKBOOKS, /Mary Shelley/)).toContainText("Customer Payment");
  for (const list of [deposits, payments]) {
    await expect.poll(async () => (await list.boundingBox())?.height).toBe(LIST_HEIGHT);
  }

  const pending = deposits.getByRole("img", { name: "Unmatched" });
  const suggested = page.getByRole("article").getByRole("img", { name: "Suggested" });
  const matched = page.getByRole("link").getByRole("img", { name: "Matched" });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => colourOf(pending.first()), colorScheme).toBe("grey");
    await expect.poll(() => colourOf(suggested), colorScheme).toBe("amber");
    await expect.poll(() => colourOf(matched), colorScheme).toBe("green");
  }
});

test("a matched row flips, the selection is empty, and the lists are reloaded", async ({
  page,
  account,
}) => {
  await seedBooks(account, THREE_CHARGES);
  await page.goto("/dashboard");
  await expect(matchButton(page)).toBeDisabled();
  await row(page, STRIPE, /70\.00/).click();
  await expect(matchButton(page)).toBeDisabled();
  await row(page, QUICKBOOKS, /Mary Shelley/).click();
  await expect(matchButton(page)).toBeEnabled();
  await expect(page.getByText("Adds up to the cent")).toBeVisible();
  const releaseDeposits = await hold(page, "/api/qb/deposit-status/**");
  const releasePayments = await hold(page, "/api/qb/get-payment/");
  await matchButton(page).click();
  await expect(page.getByText("Transactions matched successfully")).toBeVisible();
  const flipped = [row(page, STRIPE, /70\.00/), row(page, QUICKBOOKS, /Mary Shelley/)];
  for (const item of flipped) {
    await expect(item.getByRole("img", { name: "Matched" })).toBeVisible();
    await expect(item).toHaveAttribute("aria-selected", "false");
  }
  await expect(matchButton(page)).toBeDisabled();
  releaseDeposits();
  releasePayments();
  for (const item of flipped) await expect(item).toHaveCount(0);
  await expect(row(page, QUICKBOOKS, /Grace Hopper/)).toBeVisible();
});

test("a metric shows its money and its signed change, and leads to its deposits", async ({
  page,
  account,
}) => {
  await withBooks(account, async (books) => {
    const { stripe } = await seedProviders(books);
    const recent = await seedPayouts(books, stripe, { count: 3, from: daysAgo(12) });
    await books.query(
      "UPDATE deposits SET status = 'matched' WHERE company_id = $1 AND id = ANY ($2)",
      [books.companyId, recent.slice(1)],
    );
    await books.query(
      `INSERT INTO deposits (company_id, integration_id, provider_id, payout_status, txn_date, amount,
         currency, itemized)
       SELECT $1, $2, 'po_old_' || n, 'paid', $3::date, 100, 'USD', false FROM generate_series(1, 3) n`,
      [books.companyId, stripe, daysAgo(45)],
    );
  });
  await page.goto("/dashboard");
  const card = (title: string) =>
    page
      .getByRole("list", { name: "Metrics" })
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: title }) });
  const SHOWN = [
    ["Deposits Matched", "2", "5.00", "+2 vs. previous 30 days", "status=matched&"],
    ["Pending Matches", "1", "1.00", "−2 vs. previous 30 days", "status=pending&"],
    ["Match Rate", "67%", "of 6.00", "+67 pts vs. previous 30 days", ""],
    ["Recent Activity", "0", "", "", "status=posted&"],
  ] as const;
  for (const [title, value, amount, change, status] of SHOWN) {
    await expect(card(title)).toHaveText(`${title}30 days${value}${amount}${change}`);
    await expect(card(title).getByRole("link")).toHaveAttribute(
      "href",
      new RegExp(`^/transactions\\?${status}from=\\d{4}-\\d\\d-\\d\\d&to=`),
    );
  }
});
