import type { Page } from "@playwright/test";
import type { Account } from "./api";
import { axeFindings, inEveryLook, LOOKED_AT } from "./axe";
import { expect, signedInTest as test } from "./fixtures";
import { seedBooks } from "./seed-books";

const HARBOR = { customer: "Blue Harbor", customerId: "20", amount: 482_50 };

/** A suggested charge whose payment is recorded twice, and others that wait for other reasons. */
function seed(account: Account): Promise<void> {
  return seedBooks(account, {
    payments: [
      { id: "536", ...HARBOR },
      { id: "537", ...HARBOR },
      { id: "610", amount: 75_00, customer: "Ida Fox", method: "Check", date: "2026-01-12" },
      { id: "611", amount: 310_00, customer: "Cedar Point Marina", note: "PayPal 4HX" },
      { id: "612", amount: 64_50, customer: "Anonymous", date: "2026-02-02" },
    ],
    deposits: [
      {
        id: "po_1",
        lines: [{ amount: 482_50, fee: 14_29, customer: "Blue Harbor" }],
        suggested: {
          payment: "536",
          probability: 0.98,
          evidence: [
            { field: "amount", level: "exact_gross", weight: 9, text: "Exact amount" },
            {
              field: "uniqueness",
              level: "only_candidate",
              weight: 2,
              text: "No other payment fits",
            },
          ],
        },
      },
    ],
  });
}

const list = (page: Page) => page.getByRole("table", { name: "Payments in Undeposited Funds" });
const rows = (page: Page) =>
  list(page)
    .getByRole("row")
    .filter({ has: page.locator("td") });

test(
  "payments left in Undeposited Funds are listed with their likely cause",
  LOOKED_AT,
  async ({ page, account }) => {
    await seed(account);
    await page.goto("/manual-match");
    await page.getByRole("link", { name: "Left in Undeposited Funds" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Left in Undeposited Funds");
    await expect(page.getByText("5 payments")).toBeVisible();
    await expect(page.getByText("1,414.50")).toBeVisible();
    await expect(rows(page)).toHaveCount(5);
    for (const [index, words] of [
      ["Ida Fox", "Cash or check", 'Marked "check"', "75.00", "Jan 12, 2026"],
      ["Anonymous", "Unknown", "Nothing paid out near its date has this amount", "64.50"],
      ["Payment 536", "Not posted yet", "Suggested, but not confirmed yet"],
      ["Payment 537", "Recorded twice", "482.50 of Blue Harbor is recorded twice"],
      ["Cedar Point Marina", "Other processor", "Marked PayPal, which isn't connected"],
    ].entries()) {
      for (const text of words) await expect(rows(page).nth(index)).toContainText(text);
    }
    await expect(rows(page).nth(3).getByRole("link", { name: /^537/ })).toHaveAttribute(
      "href",
      /\/app\/recvpayment\?txnId=537$/,
    );
    await inEveryLook(page, async (look) => {
      expect(await axeFindings(page), look).toEqual([]);
    });
  },
);

test("a cause is chosen with the keyboard, and a deposit opened", async ({ page, account }) => {
  await seed(account);
  await page.goto("/manual-match/undeposited-funds");
  const cause = page.getByRole("combobox", { name: "Likely cause" });
  await expect(cause).toHaveText("All causes (5)");
  await cause.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: "All causes (5)" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "Not posted yet (1)" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText("1 payment", { exact: true })).toBeVisible();
  const deposit = rows(page).getByRole("link", { name: /^Stripe payout / });
  await deposit.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Deposit Details" })).toBeVisible();
});

test(
  "nothing left over is said, and so is that no books are connected",
  LOOKED_AT,
  async ({ page, account }) => {
    await page.goto("/manual-match/undeposited-funds");
    await expect(page.getByText("QuickBooks isn't connected")).toBeVisible();
    await expect(page.getByRole("link", { name: "Go to Integrations" })).toBeVisible();
    await seedBooks(account, {});
    await page.reload();
    await expect(page.getByText("Nothing is left over")).toBeVisible();
    await inEveryLook(page, async (look) => {
      expect(await axeFindings(page), look).toEqual([]);
    });
  },
);

test(
  "a suggestion and its deposit say that a payment is recorded twice",
  LOOKED_AT,
  async ({ page, account }) => {
    await seed(account);
    const sentence =
      /482\.50 of Blue Harbor is recorded twice: 536.* and 537.*\. If it was paid once, delete 537 in QuickBooks\./;
    await page.goto("/dashboard");
    const suggestion = page.getByRole("article", { name: /Deposit #/ });
    await expect(suggestion.getByText(sentence)).toBeVisible();
    await expect(suggestion).toContainText("Exact amount");
    await expect(suggestion).not.toContainText("No other payment fits");
    await suggestion.getByRole("link", { name: /^Stripe · / }).click();
    await expect(page.getByRole("heading", { name: "Deposit Details" })).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
    await inEveryLook(page, async (look) => {
      expect(await axeFindings(page), look).toEqual([]);
    });
  },
);
