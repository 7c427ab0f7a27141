import type { Page } from "@playwright/test";
import { depositList } from "@/lib/contracts/deposits";
import { providerEndpoints } from "@/lib/contracts/providers";
import { callApi } from "./api";
import { addRefundedSale } from "./emulators";
import { expect, connectedTest as test } from "./fixtures";

const QUESTION = "Refund of 45.00 to Blue Harbor isn't in QuickBooks.";

/** A sale that was partly refunded; QuickBooks has the payment, but no refund receipt. @returns the deposit's id. */
async function refundedDeposit(token: string, amount: number): Promise<number> {
  const payoutId = await addRefundedSale({ amount, refunded: 4_500, name: "Blue Harbor" });
  await callApi(providerEndpoints.stripe.sync, { token, query: "?wait=100" });
  await callApi(providerEndpoints.quickbooks.sync, { token, query: "?wait=100" });
  let found: number | undefined;
  await expect(async () => {
    const { deposits } = await callApi(depositList, { token });
    const deposit = deposits.find(({ source_id }) => source_id === payoutId);
    expect(deposit?.status).toMatch(/^(suggested|matched|posted)$/);
    found = deposit?.id;
  }).toPass();
  return found ?? 0;
}

const entry = (page: Page, account: string) =>
  page.getByRole("table", { name: "Journal entry" }).getByRole("row").filter({ hasText: account });

/** The entry is folded to what each account gets. */
const showEntry = (page: Page) => page.getByRole("button", { name: "Show Journal Entry" }).click();

test("a refund that QuickBooks doesn't know asks for its account, or is booked to the one in Settings", async ({
  page,
  connected: { token },
}) => {
  const id = await refundedDeposit(token, 60_000);
  await page.goto(`/transaction/${id}`);
  await expect(page.getByRole("heading", { name: "Lines and Payments" })).toBeVisible();
  await expect(page.getByText(QUESTION, { exact: true })).toBeVisible();
  await expect(page.getByText("Adds up, but needs an account")).toBeVisible();
  await expect(page.getByRole("region", { name: "Journal Entry" })).toContainText(
    "No account yet 45.00",
  );
  await showEntry(page);
  await expect(entry(page, "No account yet")).toContainText("45.00");

  // The account comes first, unless its sale is known: then it is the second way.
  const way = page.getByRole("button", { name: "Book to an account" });
  await expect(way.or(page.getByLabel("Book to")).first()).toBeVisible();
  if (await way.isVisible()) await way.click();
  const book = page.getByRole("button", { name: "Book", exact: true });
  await expect(book).toBeDisabled();
  await page.getByLabel("Book to").selectOption({ label: "Refunds and Allowances" });
  await page.getByLabel("Customer (optional)").fill("blue harb");
  await page.getByRole("option", { name: /^Blue Harbor/ }).click();
  await book.click();
  await expect(page.getByText("Booked to Refunds and Allowances").first()).toBeVisible();
  await expect(page.getByText("Posted", { exact: true }).first()).toBeVisible();
  await expect(entry(page, "Refunds and Allowances")).toContainText("45.00");
  await expect(entry(page, "Refunds and Allowances")).toContainText("Blue Harbor");
  await expect(page.getByText(/^QuickBooks Deposit \d+, as it was posted$/)).toBeVisible();

  await test.step("chosen in Settings it books all refunds of the source, until it is taken back", async () => {
    await page.goto("/settings");
    const accounts = page.getByRole("region", { name: "Accounts" });
    const refunds = accounts.getByLabel("Refunds, Stripe");
    await expect(refunds).toHaveValue("");
    await expect(
      accounts.getByLabel("Processing fees, Stripe").locator("option:checked"),
    ).toHaveText("Merchant Processing Fees");
    await refunds.selectOption({ label: "Refunds and Allowances" });
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(
      page.getByText("Refunds from Stripe are booked to Refunds and Allowances"),
    ).toBeVisible();

    const later = await refundedDeposit(token, 61_000);
    await page.goto(`/transaction/${later}`);
    await expect(page.getByText("Posted", { exact: true }).first()).toBeVisible();
    await showEntry(page);
    await expect(entry(page, "Refunds and Allowances")).toContainText("45.00");

    await page.goto("/settings");
    await expect(refunds.locator("option:checked")).toHaveText("Refunds and Allowances");
    await refunds.selectOption({ label: "Ask on each deposit" });
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Refunds from Stripe ask each time")).toBeVisible();
    await page.reload();
    await expect(refunds).toHaveValue("");
  });
});
