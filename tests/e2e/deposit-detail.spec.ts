import type { Page } from "@playwright/test";
import { type Account, signUp } from "./api";
import { createSale, seedMatch, seedPayouts, seedProviders, withBooks } from "./books";
import { seedMember } from "./colleagues";
import { expect, signedInTest as test } from "./fixtures";
import { cut, hold } from "./held";

const SALE = { number: 7, gross: 123_456, fee: 3_611, customer: "Ada Lovelace" };

/** An unmatched sale, or one with a match in the given state. */
const seed = (
  account: Account,
  posting?: Parameters<typeof seedMatch>[2],
  sale: Partial<Parameters<typeof createSale>[2]> = {},
) =>
  withBooks(account, async (books) => {
    const seeded = await createSale(books, await seedProviders(books), { ...SALE, ...sale });
    if (posting) await seedMatch(books, seeded, posting);
    return seeded.depositId;
  });

const fact = (page: Page, term: string) =>
  page
    .getByRole("term")
    .filter({ hasText: new RegExp(`^${term}$`) })
    .locator(":scope + dd");

async function open(page: Page, id: number): Promise<void> {
  await page.goto(`/transaction/${id}`);
  await expect(page.getByRole("heading", { name: "Deposit Information" })).toBeVisible();
}

const confirm = (page: Page, name: string) =>
  page.getByRole("alertdialog").getByRole("button", { name }).click();

test("the overview shows its fields and their fallbacks", async ({ page, account }) => {
  const id = await withBooks(account, async (books) => {
    const { stripe } = await seedProviders(books, { bankName: "" });
    const [first = 0] = await seedPayouts(books, stripe, { count: 1 });
    return first;
  });
  await open(page, id);
  await expect(page.getByRole("heading", { name: "Deposit Details", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "← Back to Transactions" })).toHaveAttribute(
    "href",
    "/transactions",
  );
  await expect(page.getByRole("tab")).toHaveText(["Overview", "Deposit Lines"]);
  await expect(fact(page, "Date")).toHaveText("Jan 1, 2025");
  await expect(fact(page, "Total Amount")).toHaveText("1.00");
  await expect(fact(page, "Account")).toHaveText("N/A");
  await expect(fact(page, "Bank")).toHaveText("N/A");
  await expect(fact(page, "QuickBooks ID")).toHaveText("Not synced");
  // Beside the amount, and on the card.
  await expect(page.getByText("Pending", { exact: true })).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Open in QuickBooks" })).toHaveCount(0);
});

test("a posted deposit has its lines, and can't be matched by hand or by the engine", async ({
  page,
  account,
}) => {
  const id = await seed(account, { state: "posted", quickbooksId: "1043" });
  await open(page, id);
  await page.getByRole("tab", { name: "Deposit Lines" }).click();
  const table = page.getByRole("table", { name: "Deposit lines" });
  await expect(table.getByRole("columnheader")).toHaveText([
    "Description",
    "Platform",
    "Entity",
    "Amount",
    "Status",
  ]);
  const line = table.getByRole("row").nth(1);
  for (const text of ["Invoice 7", "Stripe", "Fee 36.11", "Net 1,198.45", "Posted"]) {
    await expect(line).toContainText(text);
  }
  const lines = page.getByRole("region", { name: "Lines and payments" });
  await expect(lines.getByRole("button", { name: /^1 charge matched, 1,234\.56/ })).toBeVisible();
  await expect(lines.getByRole("link", { name: /^Payment 107/ })).toHaveAttribute(
    "href",
    /recvpayment\?txnId=107$/,
  );
  await expect(page.getByText("Adds up to the cent")).toBeVisible();
  const link = page.getByRole("tabpanel").getByRole("link", { name: "Open in QuickBooks" });
  await page.getByRole("tab", { name: "Overview" }).click();
  await expect(link).toHaveAttribute(
    "href",
    /^https:\/\/app(\.sandbox)?\.qbo\.intuit\.com\/app\/deposit\?txnId=1043$/,
  );
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", /noopener/);

  const main = page.getByRole("main");
  await expect(main.getByText("Manual Match", { exact: true })).toBeVisible();
  await expect(main.getByRole("link", { name: "Manual Match" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Auto Match" })).toBeDisabled();
  await page.getByRole("button", { name: "Delete from QuickBooks" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(
    "Deletes Deposit 1043 in QuickBooks, then undoes the match.",
  );
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete Deposit" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Deposit 1043 stays in QuickBooks.");
});

test("an open deposit loads, with its history in the company's time, and an estimated fee", async ({
  page,
  account,
}) => {
  const id = await seed(account, undefined, { predicted: true });
  await withBooks(account, ({ companyId, query }) =>
    query(
      `INSERT INTO audit_events (company_id, action, entity, entity_id, user_id, at) VALUES
       ($1, 'deposit.received', 'deposit', $2, null, '2026-03-05T03:30:00Z'),
       ($1, 'deposit.dismissed', 'deposit', $2, $3, '2026-03-09T03:30:00Z')`,
      [companyId, String(id), account.user.id],
    ),
  );
  const release = await hold(page, "/api/qb/deposit/**");
  await page.goto(`/transaction/${id}`);
  await expect(page.getByText("Loading deposit details...")).toBeVisible();
  release();
  await expect(page.getByText("Loading deposit details...")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Deposit Information" })).toBeVisible();
  await page.getByRole("button", { name: "Show History" }).click();
  const events = page
    .getByRole("listitem")
    .filter({ hasText: /Imported from the processor|Suggestion dismissed/ });
  await expect(events).toHaveText([
    new RegExp(`Suggestion dismissed${account.username} · Mar 8, 2026 23:30`),
    /Imported from the processorDeposit Matcher · Mar 4, 2026 22:30/,
  ]);

  await page.getByRole("tab", { name: "Deposit Lines" }).click();
  await expect(page.getByText("Estimated fee 36.11")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Manual Match" }).click();
  await expect(page).toHaveURL(new RegExp(`/manual-match\\?deposit=${id}$`));
});

test("auto match matches the deposit, undo releases it, and a deleted one is restored from the toast", async ({
  page,
  account,
}) => {
  const id = await seed(account);
  await open(page, id);
  const release = await hold(page, "/api/qb/auto-match/");
  await page.getByRole("button", { name: "Auto Match" }).click();
  await expect(page.getByRole("button", { name: "Auto Match" })).toBeDisabled();
  release();
  await expect(page.getByText("Auto-match completed successfully")).toBeVisible();
  await expect(page.getByText("Matched", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "History" })).toContainText(
    "Matched automatically",
  );
  await page.getByRole("button", { name: "Undo Match" }).click();
  await confirm(page, "Undo Match");
  await expect(page.getByText("Pending", { exact: true }).first()).toBeVisible();

  await page.goto("/transactions?status=pending");
  // What a line can be is asked for last: once the deposit is gone, that would be answered with "not found".
  const options = page.waitForResponse(/\/qb\/line-options\//);
  await page.getByRole("row").last().getByText("Checking").click();
  expect((await options).ok()).toBe(true);
  await page.getByRole("button", { name: "Delete Deposit" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(
    `Removes deposit #${id} here and frees its payments.`,
  );
  await confirm(page, "Delete Deposit");
  // A toast stays while the pointer is on it.
  await page.getByText("Deposit deleted successfully").hover();
  await expect(page).toHaveURL(/\/transactions\?status=pending$/);
  await expect(page.getByText("Showing 0 deposits")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Deposit restored")).toBeVisible();
  await expect(page.getByText("Showing 1 deposits")).toBeVisible();
});

test("a waiting posting shows its reason, and a failed one can be retried", async ({
  page,
  account,
}) => {
  const message = "QuickBooks said that the period is closed.";
  const id = await seed(account, { state: "failed", message });
  await open(page, id);
  await expect(page.getByText("Couldn't post this deposit")).toBeVisible();
  await expect(page.getByText(message)).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Retrying…")).toBeVisible();
  // Access to QuickBooks has expired: the page names the problem and links to the fix.
  await expect(page.getByText("Not posted yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to Integrations" })).toBeVisible();
});

test.describe("a missing deposit", () => {
  test.use({ expectedErrors: [/404/] });

  test("an unknown id, another company's and no number are not found", async ({ page }) => {
    await page.goto("/transaction/2000000000");
    await expect(page.getByRole("heading", { name: "Deposit Not Found" })).toBeVisible();
    await expect(
      page.getByText("The deposit you're looking for doesn't exist or has been removed."),
    ).toBeVisible();
    await page.goto(`/transaction/${await seed(await signUp())}`);
    await expect(page.getByRole("heading", { name: "Deposit Not Found" })).toBeVisible();
    await page.goto("/transaction/abc");
    await expect(page.getByRole("heading", { name: "Deposit Not Found" })).toBeVisible();
    await expect(page.getByText("Could not find the requested deposit.")).toBeVisible();
  });

  test("one in another company of the user's is opened there", async ({ page, account }) => {
    const client = await signUp();
    const id = await seed(client);
    await seedMember(client, account, "viewer");
    await page.goto(`/transaction/${id}`);
    await expect(page.getByText(`Deposit #${id} is in`)).toBeVisible();
    await page.getByRole("button", { name: "Open there" }).click();
    await expect(page.getByRole("heading", { name: "Deposit Details" })).toBeVisible();
    await expect(page).toHaveURL(`/transaction/${id}`);
  });
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/net::ERR_/] });

  test("failed load, auto match and delete are reported; Retry loads the deposit, and nothing changes", async ({
    page,
    account,
  }) => {
    test.slow();
    const id = await seed(account);
    const restore = await cut(page, "/api/qb/deposit/**");
    await page.goto(`/transaction/${id}`);
    await expect(page.getByText("Failed to fetch deposit details.")).toBeVisible();
    await restore();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: "Deposit Information" })).toBeVisible();

    await cut(page, "/api/qb/auto-match/");
    await cut(page, "/api/qb/delete-deposit/");
    await page.getByRole("button", { name: "Auto Match" }).click();
    await expect(page.getByText("Auto-match failed. Please try again.")).toBeVisible();
    await page.getByRole("button", { name: "Delete Deposit" }).click();
    await confirm(page, "Delete Deposit");
    await expect(page.getByText("Failed to delete deposit. Please try again.")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/transaction/${id}$`));
  });
});

test("two hundred lines fit a narrow screen", async ({ page, account }) => {
  const id = await withBooks(account, async (books) => {
    const sale = await createSale(books, await seedProviders(books), SALE);
    await books.query(
      `INSERT INTO deposit_lines (company_id, deposit_id, provider_id, kind, provider_kind, date, gross,
         fee, net, currency, customer_name, description)
       SELECT $1, $2, 'more_' || n, 'adjustment', 'adjustment', '2026-03-01', CASE WHEN n % 2 = 0 THEN 1 ELSE -1 END,
         0, CASE WHEN n % 2 = 0 THEN 1 ELSE -1 END, 'USD', repeat('Very long name ', 4), 'Adjustment ' || n
       FROM generate_series(1, 200) n`,
      [books.companyId, sale.depositId],
    );
    return sale.depositId;
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, id);
  await page.getByRole("tab", { name: "Deposit Lines" }).click();
  await page.getByRole("button", { name: "Show 101 more lines" }).click();
  await expect(page.getByText("Adjustment 200", { exact: true })).toBeVisible();
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
});
