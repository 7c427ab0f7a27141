import type { Page } from "@playwright/test";
import type { Account } from "./api";
import { axeFindings, inEveryLook, LOOKED_AT } from "./axe";
import { withBooks } from "./books";
import { expect, signedInTest as test } from "./fixtures";
import { seedBooks } from "./seed-books";

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

const group = (page: Page, name: string) => page.getByRole("list", { name, exact: true });

test(
  "what is left to review is in order, each payout with its reason",
  LOOKED_AT,
  async ({ page, account }) => {
    await seed(account);
    await page.goto("/dashboard");
    await expect(page.getByText("10 to review · 1 not posted · 0 posted this month")).toBeVisible();
    const refused = group(page, "Not Posted").getByRole("listitem");
    await expect(refused).toHaveCount(1);
    await expect(refused).toContainText(/Stripe · Mar 5, 2026.*50\.00/);
    await expect(refused).toContainText(REFUSED);
    const open = group(page, "Open Deposits").getByRole("listitem");
    await expect(open).toHaveCount(5);
    await expect(open.first()).toContainText("Mar 10, 2026");
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(open).toHaveCount(7);
    await expect(page.getByText("677.60")).toBeVisible();

    const tops = async () => {
      const names = ["Not Posted", "Suggested matches", "Open Deposits"];
      const boxes = await Promise.all(names.map((name) => group(page, name).boundingBox()));
      return boxes.map((box) => box?.y ?? Number.NaN);
    };
    await inEveryLook(page, async (look) => {
      await expect
        .poll(async () => {
          const found = await tops();
          return found.every((top, index) => top > (found[index - 1] ?? Number.NEGATIVE_INFINITY));
        }, look)
        .toBe(true);
      expect(await axeFindings(page), look).toEqual([]);
    });

    await refused.getByRole("link").first().click();
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
