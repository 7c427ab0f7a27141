import type { Page } from "@playwright/test";
import { depositDetail } from "@/lib/contracts/deposit-detail";
import { depositList } from "@/lib/contracts/deposits";
import { type Account, callApi } from "./api";
import { axeFindings, inEveryLook, LOOKED_AT } from "./axe";
import { expect, signedInTest as test } from "./fixtures";
import { matchButton, QUICKBOOKS, row, STRIPE } from "./manual-panel";
import { seedBooks } from "./seed-books";

/** Five charges have their payments; one without a name could be either of two customers'. */
const AMBIGUOUS = {
  deposits: [
    {
      id: "po_lines",
      lines: [
        { amount: 100_00, fee: 3_20, customer: "Ada Lovelace" },
        { amount: 50_00, fee: 1_75, customer: "Grace Hopper" },
        { amount: 64_50, fee: 2_17, customer: "" },
      ],
      proposed: [
        { line: 1, payment: "901" },
        { line: 2, payment: "902" },
      ],
    },
    { id: "po_next", date: "2026-03-01", lines: [{ amount: 70_00, customer: "Mary Shelley" }] },
  ],
  payments: [
    { id: "901", amount: 100_00, customer: "Ada Lovelace" },
    { id: "902", amount: 50_00, customer: "Grace Hopper" },
    { id: "903", amount: 64_50, customer: "Renée Stavros" },
    { id: "904", amount: 64_50, customer: "S. Rosenthal" },
    { id: "905", amount: 70_00, customer: "Mary Shelley" },
  ],
};

async function idOf({ token }: Account, payout: string): Promise<number> {
  const { deposits } = await callApi(depositList, { token });
  const found = deposits.find(({ source_id }) => source_id === payout);
  if (!found) throw new Error(`${payout} was seeded`);
  return found.id;
}

/** Each line's payments, by the ids that QuickBooks gave them. */
async function pairs({ token }: Account, id: number): Promise<string[]> {
  const { matches } = await callApi(depositDetail, { token, query: `?deposit_id=${id}` });
  return matches.map(({ payments }) => payments.map(({ Id }) => Id).join()).sort();
}

function line(page: Page, name: RegExp) {
  return row(page, STRIPE, name);
}

test.beforeEach(async ({ page }) => {
  // The seeded books have no connection that could list accounts for a difference.
  const json = { accounts: [], home_currency: "USD" };
  await page.route("**/qb/accounts/", (route) => route.fulfill({ json }));
});

test(
  "what is proposed is chosen, and the open line is answered with one click",
  LOOKED_AT,
  async ({ page, account }) => {
    await seedBooks(account, AMBIGUOUS);
    const id = await idOf(account, "po_lines");
    await page.goto(`/manual-match?deposit=${id}`);
    await expect(line(page, /Ada Lovelace/).getByRole("img", { name: "Payment:" })).toBeVisible();
    await expect(page.getByText("3 lines, 1 open")).toBeVisible();
    const asked = line(page, /Choose a payment/);
    await expect(asked).toHaveAttribute("aria-selected", "true");
    await expect(row(page, QUICKBOOKS, /Ada Lovelace.*For Ada Lovelace/)).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await expect(page.getByText("Open (1)", { exact: true })).toHaveCount(1);
    await inEveryLook(page, async (look) => {
      expect(await axeFindings(page), `lines ${look}`).toEqual([]);
    });
    await page.setViewportSize({ width: 1280, height: 900 });

    // The likely ones are on top.
    await expect(row(page, QUICKBOOKS, /./).first()).toContainText("Same amount");
    await page.getByRole("searchbox", { name: `Search ${QUICKBOOKS}` }).fill("64.50");
    await row(page, QUICKBOOKS, /Rosenthal/).click();
    await expect(page.getByText("3 lines, each with a payment")).toBeVisible();
    await expect(page.getByText("Adds up to the cent")).toBeVisible();
    await matchButton(page).click();
    await expect(page.getByText("Transactions matched successfully")).toBeVisible();
    expect(await pairs(account, id)).toEqual(["901", "902", "904"]);

    await expect(page).toHaveURL(/\/manual-match$/);
    await expect(page.getByRole("searchbox", { name: `Search ${QUICKBOOKS}` })).toHaveValue("");
    await expect(page.getByText("is already matched")).toHaveCount(0);
    const next = page.getByRole("link", { name: /payout of/ });
    await expect(next).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(line(page, /Mary Shelley/)).toHaveAttribute("aria-selected", "true");
  },
);

test.describe("undone while it may be on its way to QuickBooks", () => {
  // The page asks again once the posting has ended.
  test.use({ expectedErrors: [/status of 409 .*\/qb\/undo\//] });

  test("what was chosen is chosen again after the match is undone", async ({ page, account }) => {
    await seedBooks(account, AMBIGUOUS);
    const id = await idOf(account, "po_lines");
    await page.goto(`/manual-match?deposit=${id}`);
    await page.getByRole("searchbox", { name: `Search ${QUICKBOOKS}` }).fill("64.50");
    await row(page, QUICKBOOKS, /Rosenthal/).click();
    await matchButton(page).click();
    await expect(page.getByText("Transactions matched successfully")).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByText("Match undone")).toBeVisible();

    await page.goto(`/transaction/${id}`);
    await page.getByRole("button", { name: "Decide" }).last().click();
    const asked = page.getByRole("region", { name: /64\.50/ });
    await expect(asked.getByRole("listitem").first()).toContainText("You chose this before");
    await expect(asked.getByRole("listitem").first()).toContainText("S. Rosenthal");

    await page.goto(`/manual-match?deposit=${id}`);
    await expect(page.getByText("3 lines, each with a payment")).toBeVisible();
    await expect(row(page, QUICKBOOKS, /Rosenthal/)).toHaveAttribute("aria-selected", "true");
    await matchButton(page).click();
    await expect(page.getByText("Transactions matched successfully")).toBeVisible();
    expect(await pairs(account, id)).toEqual(["901", "902", "904"]);
  });
});

test("by keyboard: a line's payment is replaced, taken back and chosen again", async ({
  page,
  account,
}) => {
  await seedBooks(account, AMBIGUOUS);
  const id = await idOf(account, "po_lines");
  await page.goto(`/manual-match?deposit=${id}`);
  const lines = page.getByRole("listbox", { name: STRIPE });
  const payments = page.getByRole("listbox", { name: QUICKBOOKS });
  await expect(line(page, /Choose a payment/)).toBeVisible();
  // The likely ones are on top once the line's are known.
  await expect(row(page, QUICKBOOKS, /./).first()).toContainText("Same amount");
  await payments.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("3 lines, each with a payment")).toBeVisible();
  await expect(payments.getByRole("option", { selected: true })).toHaveCount(3);

  // The other one of the same amount takes its place.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(payments.getByRole("option", { selected: true })).toHaveCount(3);
  await expect(page.getByText("Adds up to the cent")).toBeVisible();

  // Without its payment a line is asked about.
  await lines.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await row(page, QUICKBOOKS, /Ada Lovelace/).click();
  await expect(line(page, /Ada Lovelace.*Choose a payment/)).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await matchButton(page).click();
  await expect(page.getByText("The totals differ.")).toBeVisible();
  await row(page, QUICKBOOKS, /Ada Lovelace/).click();
  await matchButton(page).click();
  await expect(page.getByText("Transactions matched successfully")).toBeVisible();
  expect(await pairs(account, id)).toHaveLength(3);
});
