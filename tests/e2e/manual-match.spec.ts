import { depositDetail } from "@/lib/contracts/deposit-detail";
import { depositList } from "@/lib/contracts/deposits";
import { type Account, callApi } from "./api";
import { expect, signedInTest, connectedTest as test } from "./fixtures";
import { matchButton, QUICKBOOKS, row, STRIPE, THREE_CHARGES } from "./manual-panel";
import { seedBooks } from "./seed-books";
import { settled } from "./settled";

async function statuses({ token }: Account): Promise<Record<string, string>> {
  const { deposits } = await callApi(depositList, { token });
  return Object.fromEntries(deposits.map(({ source_id, status }) => [source_id, status]));
}

test("a deposit is matched by hand, and its difference is booked to a chosen account", async ({
  page,
  connected,
}) => {
  const { token } = connected;
  await settled(connected);
  const { deposits } = await callApi(depositList, { token, query: "?status=pending&page=1" });
  const id = deposits[0]?.id;

  await page.goto("/manual-match");
  await row(page, STRIPE, new RegExp(`Deposit #${id} `)).click();
  await expect(matchButton(page)).toBeDisabled();
  await row(page, QUICKBOOKS, /Customer Payment/)
    .first()
    .click();
  await expect(page.getByText("Doesn't add up yet")).toBeVisible();
  await matchButton(page).click();
  await expect(page.getByText("The totals differ.")).toBeVisible();
  await page.getByRole("combobox", { name: /Record the .* difference to/ }).click();
  await page.getByRole("option").first().click();
  await expect(page.getByText("Adds up to the cent")).toBeVisible();
  await matchButton(page).click();
  await expect(page.getByText("Transactions matched successfully")).toBeVisible();
  const { deposit: after } = await callApi(depositDetail, { token, query: `?deposit_id=${id}` });
  expect(after.status).toMatch(/^(matched|posted)$/);
});

signedInTest(
  "the page says what it is for, and what a new company has",
  async ({ page, account }) => {
    expect(account.token).toMatch(/^TOKEN /);
    await page.goto("/manual-match");
    await expect(page).toHaveTitle("Manual Transaction Matching | Deposit Matcher");
    await expect(
      page.getByText(
        "Match transactions that could not be automatically paired by our algorithms.",
      ),
    ).toBeVisible();
    await expect(page.getByText("No unmatched Stripe transactions")).toBeVisible();
    await expect(page.getByText("No unmatched QuickBooks transactions")).toBeVisible();
    await expect(matchButton(page)).toBeDisabled();
  },
);

signedInTest("two rows of one side are not enough", async ({ page, account }) => {
  await seedBooks(account, THREE_CHARGES);
  await page.goto("/manual-match");
  await row(page, QUICKBOOKS, /Ada Lovelace/).click();
  await expect(matchButton(page)).toBeDisabled();
  await row(page, QUICKBOOKS, /Grace Hopper/).click();
  await matchButton(page).click();
  await expect(
    page.getByText("Please select at least one Stripe and one QuickBooks transaction"),
  ).toBeVisible();
});

signedInTest.describe("undone while it is being posted", () => {
  // Undo then retries until the Deposit exists.
  signedInTest.use({ expectedErrors: [/status of 409/] });

  signedInTest("several deposits at once, by keyboard alone", async ({ page, account }) => {
    await seedBooks(account, THREE_CHARGES);
    await page.goto("/manual-match");
    const deposits = page.getByRole("listbox", { name: STRIPE });
    const payments = page.getByRole("listbox", { name: QUICKBOOKS });
    await expect(row(page, STRIPE, /Authorize\.Net/)).toContainText("70.00");
    await page.getByRole("searchbox", { name: `Search ${STRIPE}` }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(deposits).toBeFocused();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await expect(deposits.getByRole("option", { selected: true })).toHaveCount(2);

    // Letters search, Enter returns to the list.
    await expect(payments.getByRole("option")).toHaveCount(4);
    await page.getByRole("searchbox", { name: `Search ${QUICKBOOKS}` }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(payments).toBeFocused();
    for (const name of ["ada", "grace", "mary"]) {
      await page.keyboard.type(name);
      await expect(payments.getByRole("option")).toHaveCount(1);
      await page.keyboard.press("Enter");
      await expect(payments).toBeFocused();
      await page.keyboard.press("Space");
    }
    const shares = page.getByRole("list", { name: "Payments by deposit" });
    await expect(shares.getByText("2 payments")).toBeVisible();
    await expect(shares.getByText("1 payment", { exact: true })).toBeVisible();
    await expect(page.getByText("Adds up to the cent")).toBeVisible();
    await matchButton(page).focus();
    await page.keyboard.press("Enter");
    // A toast stays while the pointer is on it.
    await page.getByText("Transactions matched successfully").hover();
    expect(await statuses(account)).toEqual({ po_first: "matched", po_second: "matched" });
    await expect(page.getByText("No unmatched Stripe transactions")).toBeVisible();

    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect
      .poll(() => statuses(account))
      .toEqual({ po_first: "pending", po_second: "pending" });
  });
});

signedInTest(
  "a payment too many doesn't split evenly, and nothing is sent",
  async ({ page, account }) => {
    await seedBooks(account, THREE_CHARGES);
    await page.goto("/manual-match");
    await row(page, STRIPE, /145\.05/).click();
    await row(page, STRIPE, /70\.00/).click();
    for (const name of [/Ada/, /Grace/, /Mary/, /Zoë/]) await row(page, QUICKBOOKS, name).click();
    await matchButton(page).click();
    await expect(page.getByText(/don't split evenly/)).toBeVisible();
    expect(await statuses(account)).toEqual({ po_first: "pending", po_second: "pending" });
  },
);

signedInTest("a selected deposit puts the likely payments on top", async ({ page, account }) => {
  await seedBooks(account, THREE_CHARGES);
  await page.goto("/manual-match");
  const names = page.getByRole("listbox", { name: QUICKBOOKS }).getByRole("option");
  await expect(names.first()).toContainText("Zoë Nobody");
  await row(page, STRIPE, /145\.05/).click();
  await expect(names.first()).toContainText("Same amount, same customer");
  await expect(names.nth(1)).toContainText("Same amount, same customer");
  await expect(names.nth(2)).not.toContainText("Same amount");
});

signedInTest(
  "ten thousand payments stay smooth, searched and sorted",
  async ({ page, account }) => {
    signedInTest.slow();
    const number = (index: number) => String(index).padStart(5, "0");
    await seedBooks(account, {
      deposits: [{ id: "po_1", lines: [{ amount: 107_77, fee: 77, customer: "Customer 07777" }] }],
      payments: Array.from({ length: 10_000 }, (_, index) => ({
        id: `p${index}`,
        amount: 30_00 + index,
        customer: `Customer ${number(index)}`,
        date: `2026-0${1 + (index % 3)}-${String(1 + (index % 28)).padStart(2, "0")}`,
      })),
    });
    await page.goto("/manual-match");
    const list = page.getByRole("listbox", { name: QUICKBOOKS });
    await expect(page.getByText("10,000 payments", { exact: true })).toBeVisible();
    const first = list.getByRole("option").first();
    await expect(first).toHaveAttribute("aria-setsize", "10000");
    expect(await list.getByRole("option").count()).toBeLessThan(40);

    await page.getByRole("button", { name: `Sort ${QUICKBOOKS}` }).click();
    await page.getByRole("menuitemradio", { name: "By name" }).click();
    await expect(first).toContainText("Customer 00000");
    await list.focus();
    await page.keyboard.press("End");
    await expect(row(page, QUICKBOOKS, /Customer 09999/)).toBeInViewport();
    await expect(list).toHaveAttribute(
      "aria-activedescendant",
      (await row(page, QUICKBOOKS, /Customer 09999/).getAttribute("id")) ?? "",
    );
    expect(await list.getByRole("option").count()).toBeLessThan(40);

    await row(page, STRIPE, /107\.00/).click();
    await expect(row(page, QUICKBOOKS, /Customer 07777.*Same amount, same customer/)).toBeVisible();
    await page.getByRole("searchbox", { name: `Search ${QUICKBOOKS}` }).fill("107.77");
    await row(page, QUICKBOOKS, /Customer 07777/).click();
    await expect(page.getByText("Adds up to the cent")).toBeVisible();
    await matchButton(page).click();
    await expect(page.getByText("Transactions matched successfully")).toBeVisible();
    expect(await statuses(account)).toEqual({ po_1: "matched" });
  },
);
