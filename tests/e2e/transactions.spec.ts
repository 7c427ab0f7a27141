import type { Page } from "@playwright/test";
import { axeFindings, axeFindingsAbove, inEveryLook, LOOKED_AT } from "./axe";
import { withBooks } from "./books";
import { openList, rows, seedDeposits } from "./deposit-list";
import { expect, signedInTest as test } from "./fixtures";
import { cut, hold } from "./held";

const EMPTY = "No deposits found matching your filters.";

const heads = (page: Page) => page.getByRole("columnheader");
const search = (page: Page) => page.getByPlaceholder("Search deposits...");

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("the list is as documented: card, columns, choices, footer", async ({ page, account }) => {
  await seedDeposits(account, 3);
  await openList(page);
  await expect(page.getByRole("heading", { name: "Transactions", level: 1 })).toBeVisible();
  await expect(search(page)).toBeVisible();
  await expect(heads(page)).toHaveText([
    "",
    "Date",
    "Account",
    "QuickBooks ID",
    "Total Amount",
    "Status",
  ]);
  await expect(rows(page).first().getByRole("cell")).toHaveText([
    "",
    "Jan 3, 2025 · Stripe",
    "Stripe · CheckingThis payout of 3.00 isn't matched yet.Check again",
    "Not synced",
    "3.00",
    "Pending",
  ]);
  await expect(page.getByText("Showing 3 deposits")).toBeVisible();
  for (const name of ["Previous", "Next"]) {
    await expect(page.getByRole("button", { name, exact: true })).toBeDisabled();
  }
  await page.getByRole("combobox", { name: "Status" }).click();
  await expect(page.getByRole("option")).toHaveText([
    "All Status",
    "Pending",
    "Matched",
    "Suggested",
    "Posted",
  ]);
});

test(
  "a payout that has not reached the bank is marked, in every look",
  LOOKED_AT,
  async ({ page, account }) => {
    const ids = await seedDeposits(account, 4);
    const marks = [
      { payoutStatus: "failed", reversedBy: null, status: "posted" },
      { payoutStatus: "canceled", reversedBy: null, status: "pending" },
      { payoutStatus: "paid", reversedBy: "po_back", status: "pending" },
    ];
    await withBooks(account, async ({ companyId, query }) => {
      for (const [index, { payoutStatus, reversedBy, status }] of marks.entries()) {
        await query(
          `UPDATE deposits SET payout_status = $3::payout_status, reversed_by = $4, status = $5::deposit_status,
           quickbooks_id = CASE WHEN $5 = 'posted' THEN '77' END
         WHERE company_id = $1 AND id = $2`,
          [companyId, ids[index], payoutStatus, reversedBy, status],
        );
      }
    });
    await openList(page);
    await expect(rows(page)).toHaveCount(4);
    await inEveryLook(page, async (look) => {
      const status = (row: number) => rows(page).nth(row).getByRole("cell").last();
      await expect(status(0), look).toHaveText("Pending");
      await expect(status(1), look).toContainText("Reversed");
      await expect(status(1), look).toContainText("by payout po_back");
      await expect(status(2), look).toContainText("Canceled");
      await expect(status(3), look).toContainText("Returned");
      await expect(status(3), look).toContainText("It's posted in QuickBooks. Undo it");
      const returned = page.getByText("Returned", { exact: true });
      await returned.scrollIntoViewIfNeeded();
      await expect(returned).toBeInViewport({ ratio: 1 });
      expect(await axeFindings(page), look).toEqual([]);
    });
  },
);

test("a search covers account and QuickBooks id, in any case", async ({ page, account }) => {
  const [first, second] = await seedDeposits(account, 3, "Main Checking");
  await withBooks(account, ({ companyId, query }) =>
    query(
      "UPDATE deposits SET status = 'posted', quickbooks_id = 'QB-' || id WHERE company_id = $1 AND id = ANY ($2)",
      [companyId, [first, second]],
    ),
  );
  await openList(page);
  await search(page).fill(`qb-${second}`);
  await expect(page.getByText("Showing 1 deposits")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(`QB-${second}`);
  await search(page).fill("mAIN check");
  await expect(page.getByText("Showing 3 deposits")).toBeVisible();
  await search(page).fill("nothing such");
  await expect(page.getByText(EMPTY)).toBeVisible();
  await expect(page).toHaveURL(/q=nothing\+such/);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByText("Showing 3 deposits")).toBeVisible();
  await expect(search(page)).toHaveValue("");
  await expect(page).toHaveURL(/\/transactions$/);
});

test("an amount from the bank statement finds its deposit, and what is filtered is added up", async ({
  page,
  account,
}) => {
  await seedDeposits(account, 12);
  await openList(page);
  await expect(page.getByRole("list", { name: "Totals" })).toBeHidden();
  await page.keyboard.press("/");
  await expect(search(page)).toBeFocused();
  await page.keyboard.type("7.00");
  await expect(page.getByText("Showing 1 deposits")).toBeVisible();
  await expect(rows(page).first()).toContainText("7.00");
  await expect(page.getByRole("list", { name: "Totals" })).toHaveText("Net 7.00 · fees 0.00");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page.getByText("Showing 12 deposits")).toBeVisible();
  await page.getByRole("button", { name: "Not posted" }).click();
  await expect(page).toHaveURL(/posted=no/);
  await expect(page.getByRole("list", { name: "Totals" })).toContainText("78.00");
  await page.getByRole("button", { name: "This month" }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-01&to=/);
  await expect(page.getByText(EMPTY)).toBeVisible();
});

test(
  "the palette finds a deposit and a page by keyboard, in every look",
  LOOKED_AT,
  async ({ page, account }) => {
    const ids = await seedDeposits(account, 3);
    await page.goto("/settings");
    // Content that only the page's own code draws: from then on it hears the keys.
    await expect(page.getByLabel("Company Name")).toBeVisible();
    await page.keyboard.press("Control+k");
    // At once: its code is still on its way.
    await page.keyboard.type("2.00");
    const palette = page.getByRole("dialog", { name: "Search" });
    const typing = palette.getByRole("combobox");
    await expect(typing).toBeFocused();
    await expect(typing).toHaveValue("2.00");
    await expect(palette.getByRole("option", { name: "Show all 1 in Transactions" })).toBeVisible();
    await inEveryLook(page, async (look) =>
      expect(await axeFindingsAbove(page, "[role=dialog]"), look).toEqual([]),
    );
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/transaction/${ids[1]}$`));
    await expect(palette).toBeHidden();
    await page.keyboard.press("Control+k");
    await expect(typing).toBeFocused();
    await page.keyboard.type("integ");
    await expect(
      palette.getByRole("option", { name: "Integrations", selected: true }),
    ).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/integrations$/);
    await page.keyboard.press("Control+k");
    await expect(typing).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(palette).toBeHidden();
  },
);

test("filters are in the address, and Back restores the previous ones", async ({
  page,
  account,
}) => {
  await seedDeposits(account, 40);
  await openList(page);
  await choose(page, "Status", "Pending");
  await expect(page).toHaveURL(/status=pending/);
  await page.getByLabel("From", { exact: true }).fill("2025-01-10");
  await expect(page.getByText("Showing 31 deposits")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("2025-01-12");
  await expect(page.getByText("Showing 3 deposits")).toBeVisible();
  await expect(page).toHaveURL(/status=pending&from=2025-01-10&to=2025-01-12/);
  await page.reload();
  await expect(page.getByText("Showing 3 deposits")).toBeVisible();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("01-10-2025");
  await page.goBack();
  await expect(page.getByText("Showing 31 deposits")).toBeVisible();
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("");
  await page.goBack();
  await expect(page.getByText("Showing 40 deposits")).toBeVisible();
  await choose(page, "Status", "Matched");
  await expect(page.getByText(EMPTY)).toBeVisible();

  await openList(page, "?from=2025-02-01&to=2025-01-01");
  await expect(page.getByText("The end date is before the start date.")).toBeVisible();
  await expect(page.getByText(EMPTY)).toBeVisible();
});

test("pages can be turned and resized, columns sort, and the way back from a row keeps the filter", async ({
  page,
  account,
}) => {
  const ids = await seedDeposits(account, 120);
  await openList(page);
  const previous = page.getByRole("button", { name: "Previous", exact: true });
  const next = page.getByRole("button", { name: "Next", exact: true });
  await expect(page.getByText("Showing 120 deposits")).toBeVisible();
  await expect(rows(page)).toHaveCount(25);
  await expect(previous).toBeDisabled();
  await next.click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows(page).first()).toContainText("95.00");
  await choose(page, "Deposits per page", "100 per page");
  await expect(page).toHaveURL(/\/transactions\?page_size=100$/);
  await next.click();
  await expect(rows(page)).toHaveCount(20);
  await expect(next).toBeDisabled();
  await previous.click();
  await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", "101");
  await expect(previous).toBeDisabled();

  for (const name of ["Date", "Account", "QuickBooks ID", "Total Amount", "Status"]) {
    const head = page.getByRole("columnheader", { name, exact: true });
    await head.getByRole("button").click();
    await expect(head).toHaveAttribute("aria-sort", /ascending|descending/);
  }
  const amount = page.getByRole("columnheader", { name: "Total Amount" });
  await amount.getByRole("button").click();
  await expect(amount).toHaveAttribute("aria-sort", /ascending|descending/);
  const before = await amount.getAttribute("aria-sort");
  await amount.getByRole("button").click();
  await expect(amount).not.toHaveAttribute("aria-sort", before ?? "");
  await page.goto("/transactions?sort=amount&page=2");
  await expect(rows(page).first()).toContainText("26.00");
  await page.goto("/transactions?page=99");
  await expect(page).toHaveURL(/page=5$/);
  await expect(rows(page)).toHaveCount(20);

  await openList(page, "?status=pending&page=2");
  await rows(page).nth(1).getByText("Checking").click();
  await expect(page).toHaveURL(new RegExp(`/transaction/${ids[93]}$`));
  await page.getByRole("link", { name: "← Back to Transactions" }).click();
  await expect(page).toHaveURL(/\/transactions\?status=pending&page=2$/);
  const link = rows(page).nth(2).getByRole("link");
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/transaction/${ids[92]}$`));
  await page.goBack();
  await expect(page).toHaveURL(/status=pending&page=2$/);
  await expect(rows(page)).toHaveCount(25);
});

test("a new company sees its next step", async ({ page }) => {
  await openList(page);
  await expect(page.getByRole("main").getByText("No deposits yet").last()).toBeVisible();
  await expect(page.getByText(EMPTY)).toBeVisible();
  await expect(page.getByText("Showing 0 deposits")).toBeVisible();
  await expect(page.getByRole("button", { name: "Export CSV" })).toBeDisabled();
  await page.getByRole("link", { name: "Go to Integrations" }).click();
  await expect(page).toHaveURL(/\/integrations$/);
});

test("the page shows that it is loading, in the shape of the result", async ({ page, account }) => {
  await seedDeposits(account, 1);
  const release = await hold(page, "/api/qb/deposit-status/**");
  await page.goto("/transactions");
  await expect(page.getByRole("heading", { name: "Loading transactions..." })).toBeVisible();
  await expect(page.getByRole("table", { name: "QuickBooks Deposits" })).toHaveAttribute(
    "aria-busy",
    "true",
  );
  release();
  await expect(page.getByRole("heading", { name: "QuickBooks Deposits" })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/net::ERR_/] });

  test("the error is shown, and Retry loads the page", async ({ page, account }) => {
    test.slow();
    await seedDeposits(account, 2);
    const restore = await cut(page, "/api/qb/deposit-status/**");
    await page.goto("/transactions");
    await expect(page.getByRole("heading", { name: "Error Loading Transactions" })).toBeVisible();
    await expect(
      page.getByText("Failed to load transactions. Please try again later."),
    ).toBeVisible();
    await expect(page.getByText("Failed to fetch deposits. Please try again.")).toBeVisible();
    await restore();
    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Retry" }).click();
    await reloaded;
    await expect(page.getByText("Showing 2 deposits")).toBeVisible();
  });
});
