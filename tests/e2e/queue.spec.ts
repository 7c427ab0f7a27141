import type { Page } from "@playwright/test";
import { accountList } from "@/lib/contracts/bookings";
import { depositDetail } from "@/lib/contracts/deposit-detail";
import { depositList } from "@/lib/contracts/deposits";
import { autoMatch } from "@/lib/contracts/matches";
import { providerEndpoints } from "@/lib/contracts/providers";
import { type Account, callApi } from "./api";
import { axeFindings, inEveryLook, LOOKED_AT } from "./axe";
import { withBooks } from "./books";
import { addInvoice, addPayment, addPayout } from "./emulators";
import { connectedTest, expect, signedInTest as test } from "./fixtures";
import { seedBooks } from "./seed-books";
import { settled } from "./settled";

const REFUSED = "QuickBooks says this period is closed. Reopen it or change the date, then retry.";

/** One deposit that QuickBooks refused, two suggestions, one of them doubtful, and seven that have no match. */
async function seed(account: Account): Promise<void> {
  const open = Array.from({ length: 7 }, (_, index) => ({
    id: `po_open_${index}`,
    date: `2026-03-1${index}`,
    lines: [{ amount: 100_00, fee: 3_20, customer: `Customer ${index}` }],
  }));
  const suggested = (id: string, payment: string, probability: number) => ({
    id,
    lines: [{ amount: 20_00, customer: "Grace Hopper" }],
    suggested: { payment, probability },
  });
  await seedBooks(account, {
    payments: ["901", "902"].map((id) => ({ id, amount: 20_00, customer: "Grace Hopper" })),
    deposits: [
      ...open,
      suggested("po_sure", "901", 0.999),
      suggested("po_doubtful", "902", 0.6),
      { id: "po_refused", lines: [{ amount: 50_00, customer: "Ada Lovelace" }] },
    ],
  });
  await withBooks(account, async ({ companyId, query }) => {
    await query(
      `UPDATE matches m SET origin = 'auto' FROM deposits d
       WHERE m.company_id = $1 AND d.company_id = $1 AND d.id = m.deposit_id AND d.provider_id = 'po_sure'`,
      [companyId],
    );
    await query(
      `UPDATE deposits SET status = 'matched' WHERE company_id = $1 AND provider_id = 'po_refused'`,
      [companyId],
    );
    await query(
      `INSERT INTO postings (company_id, deposit_id, state, message)
       SELECT company_id, id, 'failed', $2 FROM deposits
       WHERE company_id = $1 AND provider_id = 'po_refused'`,
      [companyId, REFUSED],
    );
  });
}

const causes = (page: Page) => page.getByRole("list", { name: "Causes" });
const cause = (page: Page, name: RegExp) => causes(page).getByRole("button", { name });

test(
  "what is left is grouped by cause, and j goes through every case",
  LOOKED_AT,
  async ({ page, account }) => {
    await seed(account);
    await page.goto("/dashboard");
    const state = "10 left: 1 can't be posted, 2 to confirm, 7 open · 0 posted this month";
    await expect(page.getByText(state)).toBeVisible();
    await expect(causes(page).locator(":scope > li > button")).toHaveText([
      /^To confirm 2/,
      /^Rejected by QuickBooks 1/,
      /^Not in QuickBooks 7.*677\.60$/,
    ]);
    // The documented text is there without a press.
    await expect(cause(page, /^To confirm/)).toHaveAttribute("aria-current", "true");
    await expect(
      page.getByText("Our system suggests these transactions might match."),
    ).toBeVisible();

    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect(cause(page, /^Rejected/)).toHaveAttribute("aria-current", "true");
    const refused = page
      .getByRole("list", { name: "Rejected by QuickBooks" })
      .getByRole("listitem");
    await expect(refused).toContainText(/Stripe · Mar 5, 2026.*50\.00/);
    await expect(refused).toContainText(REFUSED);
    await expect(refused.getByRole("button", { name: "Retry" })).toBeFocused();

    await page.keyboard.press("j");
    const missing = page.getByRole("list", { name: "Not in QuickBooks", exact: true });
    const unfolded = missing.getByRole("article");
    await expect(missing.locator(":scope > li")).toHaveCount(7);
    await expect(unfolded).toContainText("Mar 10, 2026");
    await page.keyboard.press("j");
    await expect(unfolded).toContainText("Mar 11, 2026");
    await page.keyboard.press("k");
    await page.keyboard.press("k");
    await expect(refused.getByRole("button", { name: "Retry" })).toBeFocused();

    await inEveryLook(page, async (look) => {
      expect(await axeFindings(page), look).toEqual([]);
    });
    await page.keyboard.press("o");
    await expect(page).toHaveURL(/\/transaction\/\d+$/);
  },
);

test("sure pairs are folded, and confirming all names the doubtful ones", async ({
  page,
  account,
}) => {
  await seed(account);
  await page.goto("/dashboard");
  const sure = page.getByRole("button", { name: "1 charge matched with certainty" });
  await expect(sure).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByText("Certain", { exact: true })).toHaveCount(0);
  await expect(page.getByText("Unsure", { exact: true })).toBeVisible();
  await sure.press("Enter");
  await expect(sure).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByText("Certain", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Confirm all" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Confirm all 2 suggestions?" });
  await expect(dialog).toContainText("1 is low confidence. Review it first.");
  const listed = dialog.getByRole("listitem");
  await expect(listed).toHaveText([/20\.00/, /20\.00/]);
  await expect(listed.first()).toContainText("Low confidence");
  await expect(listed.last()).not.toContainText("Low confidence");
  await dialog.getByRole("button", { name: "Confirm all" }).click();
  await expect(page.getByText("2 matches confirmed")).toBeVisible();
});

const SALE = { amount: 50_00, customer: "Ida Fox" };

/**
 * A dispute that was posted to an account, and its reversal in a later payout, beside a charge of {@link SALE}.
 * @returns that payout's id.
 */
function seedWonDispute(owner: Account, account: { Id: string; Name: string }): Promise<number> {
  const amount = 115_27;
  return withBooks(owner, async ({ companyId, query }) => {
    await query("BEGIN");
    const deposit = (id: string, sum: number, isPosted: boolean) =>
      query(
        `INSERT INTO deposits (company_id, integration_id, provider_id, status, payout_status, txn_date, amount,
           currency, quickbooks_id)
         SELECT $1, id, $2, $3::deposit_status, 'paid', current_date - 1, $4::bigint, 'USD', $5::text FROM integrations
         WHERE company_id = $1 AND provider = 'stripe' RETURNING id`,
        [companyId, id, isPosted ? "posted" : "pending", sum, isPosted ? "9531" : null],
      );
    const line = (depositId: string, kind: string, gross: number, to: string | null) =>
      query(
        `INSERT INTO deposit_lines (company_id, deposit_id, provider_id, kind, provider_kind, date, gross, fee, net,
           currency, customer_name, charge_id, account_id, account_name)
         VALUES ($1, $2, $3::text, $3::text::line_kind, $3::text, current_date - 3, $4::bigint, 0, $4::bigint, 'USD', 'Ida Fox', 'ch_won', $5::text,
           CASE WHEN $5::text IS NULL THEN NULL ELSE $6::text END)`,
        [companyId, depositId, kind, gross, to, account.Name],
      );
    const [lost = ""] = await deposit("po_lost", -amount, true);
    await line(lost, "dispute", -amount, account.Id);
    await query(
      `INSERT INTO postings (company_id, deposit_id, state, quickbooks_deposit_id, posted_at)
       VALUES ($1, $2, 'posted', '9531', now())`,
      [companyId, lost],
    );
    const [won = ""] = await deposit("po_won", amount + SALE.amount, false);
    await line(won, "dispute_reversal", amount, null);
    await line(won, "charge", SALE.amount, null);
    await query("COMMIT");
    return Number(won);
  });
}

connectedTest.describe("one press", () => {
  // It may be on its way to QuickBooks when it is undone.
  connectedTest.use({ expectedErrors: [/409/] });

  connectedTest(
    "a won dispute goes back to its dispute's account by one press, and z undoes that",
    async ({ page, connected }) => {
      const { token } = connected;
      const { accounts } = await callApi(accountList, { token });
      const [account = { Id: "", Name: "" }] = accounts.filter(({ group }) => group === "Expense");
      await addPayment(SALE);
      await callApi(providerEndpoints.quickbooks.sync, { token, query: "?wait=100" });
      const id = await seedWonDispute(connected, account);
      await callApi(autoMatch, { token, body: { deposit_id: id } });
      await page.goto("/dashboard");
      const own = page.getByRole("article").filter({ has: page.locator(`a[href$="/${id}"]`) });
      const book = own.getByRole("button", { name: `Book to ${account.Name}` });
      await expect(book).toBeVisible();
      await book.press("Enter");
      const statusOf = async () => {
        const { deposit } = await callApi(depositDetail, { token, query: `?deposit_id=${id}` });
        return deposit.status;
      };
      await expect.poll(statusOf).toMatch(/^(matched|posted)$/);
      await expect(own).toHaveCount(0);
      await page.locator("body").press("z");
      await expect.poll(statusOf).toBe("pending");
    },
  );
});

connectedTest("three missing payments are received by two presses", async ({ page, connected }) => {
  connectedTest.slow();
  const { token } = connected;
  const charges = [12_345, 23_456, 34_567].map((amount, index) => ({
    ...{ amount, name: `Customer ${index} of Ours`, description: `Invoice INV-77${index}` },
  }));
  for (const [index, { amount, name: customer }] of charges.entries()) {
    await addInvoice({ number: `INV-77${index}`, amount, customer });
  }
  const { id: payoutId } = await addPayout({ charges });
  await callApi(providerEndpoints.stripe.sync, { token, query: "?wait=100" });
  await callApi(providerEndpoints.quickbooks.sync, { token, query: "?wait=100" });
  await settled(connected);
  const { deposits } = await callApi(depositList, { token });
  const { id = 0 } = deposits.find(({ source_id }) => source_id === payoutId) ?? {};
  await page.goto("/dashboard");
  await cause(page, /^Not in QuickBooks/).click();
  const cases = page.getByRole("list", { name: "Not in QuickBooks", exact: true });
  const row = cases.getByRole("button", { name: /Invoice INV-77/ });
  const own = cases.getByRole("article").locator(`a[href$="/transaction/${id}"]`);
  await expect(row.or(own).first()).toBeVisible();
  if (await row.isVisible()) await row.click();
  await expect(own).toBeVisible();

  await page.getByRole("button", { name: "Receive all 3 on their invoices (703.68)" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("listitem")).toHaveText([/INV-772/, /INV-771/, /INV-770/]);
  await dialog.getByRole("button", { name: "Receive payments" }).click();
  await expect
    .poll(async () => {
      const { deposit } = await callApi(depositDetail, { token, query: `?deposit_id=${id}` });
      return deposit.status;
    })
    .toMatch(/^(matched|posted)$/);
  await expect(own).toHaveCount(0);
});
