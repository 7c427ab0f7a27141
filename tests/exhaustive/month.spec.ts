import type { Page } from "@playwright/test";
import { depositList } from "@/lib/contracts/deposits";
import { correctPayment } from "@/tests/e2e/emulators";
import { callApi, emulated } from "../e2e/api";
import { expectBooks } from "../e2e/expect-books";
import { expect, signedInTest as test } from "../e2e/fixtures";
import { settled } from "../e2e/settled";
import { countedHands } from "./counted-hands";
import { reconciledSample } from "./reconciled-sample";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const lines = (page: Page) => page.getByRole("region", { name: "Lines and payments" });
const dialog = (page: Page) => page.getByRole("dialog");

test("the sample's open deposits are worked from the inbox to empty", async ({ page, account }) => {
  test.slow();
  const { token } = account;
  await reconciledSample(account, "us");
  const hands = countedHands(page);
  /** The line that has the focus, once what fits it is loaded. */
  const focused = (choice: RegExp) =>
    expect(
      lines(page).locator("section:focus").getByRole("button", { name: choice }).first(),
    ).toBeVisible();
  const receive = dialog(page).getByRole("button", { name: "Receive payment" });
  const causes = page.getByRole("list", { name: "Causes" });
  const cause = (name: RegExp) => causes.getByRole("button", { name });
  await page.goto("/dashboard");
  await expect(page.getByText("7 left: 1 can't be posted, 2 to confirm, 4 open")).toBeVisible();

  await test.step("two suggestions are right", async () => {
    hands.begin("two suggestions");
    const confirm = page.getByRole("button", { name: "Confirm Match" });
    await expect(confirm).toHaveCount(2);
    // The way there.
    await page.keyboard.press("j");
    await expect(confirm.first()).toBeFocused();
    await hands.press("Enter");
    await expect(confirm).toHaveCount(1);
    await hands.press("Enter");
    await expect(confirm).toHaveCount(0);
  });

  await test.step("a negative payout lacks a clearing account", async () => {
    hands.begin("clearing account");
    await expect(
      page.getByRole("button", { name: "Choose account for negative payouts" }),
    ).toBeFocused();
    await hands.press("Enter");
    await expect(dialog(page).getByRole("button", { name: "Save" })).toBeFocused();
    await hands.press("Enter");
    await expect(dialog(page)).toHaveCount(0);
    await expect(cause(/^Negative payouts/)).toHaveCount(0);
  });

  await test.step("a charge without a name has two payments of its amount", async () => {
    hands.begin("a nameless charge");
    await focused(/^Choose /);
    await hands.press("2");
    await expect(cause(/^Which payment\?/)).toHaveCount(0);
  });

  await test.step("three charges are received on open invoices", async () => {
    hands.begin("three open invoices");
    for (const left of [3, 2, 1]) {
      await focused(/^Receive payment on INV-400/);
      // Enter takes what is likely; the last one is only a part of its invoice.
      await hands.press("1");
      await expect(receive).toBeFocused();
      await hands.press("Enter");
      await expect(dialog(page)).toHaveCount(0);
      // The last one takes the deposit out of the work.
      const chosen = lines(page).getByText(/on invoice INV-400\d, created when/);
      await expect(chosen).toHaveCount(left === 1 ? 0 : 4 - left);
    }
  });

  await test.step("a charge is more than its invoice", async () => {
    hands.begin("an overpaid invoice");
    await focused(/on HL-3114$/);
    // Enter doesn't take what is unsure.
    await hands.press("1");
    await expect(dialog(page).getByRole("checkbox", { name: /^Keep 10\.00/ })).toBeFocused();
    await hands.press("Space");
    await hands.click(receive);
    await expect(cause(/^Not in QuickBooks/)).toHaveCount(0);
  });

  await test.step("two swapped digits are corrected in QuickBooks", async () => {
    hands.begin("swapped digits");
    const text = page.getByText(/3,645\.96/).first();
    await expect(text).toBeVisible();
    const { payments } = await emulated();
    const [wrong] = payments.filter(({ amount }) => amount === 346_596);
    await correctPayment(wrong?.id ?? "", 364_596);
    await hands.click(page.getByRole("button", { name: "Check again" }));
    await expect(causes).toHaveCount(0);
  });

  await settled(account);
  await page.goto("/dashboard");
  await expect(page.getByText(/^You're all caught up/)).toBeVisible();
  await expect(causes).toHaveCount(0);
  // Each line takes two keys, or three where money is left over; the way to the next payout takes one.
  console.log(`Keys and clicks: ${JSON.stringify(hands.counts)}`);
  expect(hands.counts).toEqual({
    "two suggestions": 2,
    "clearing account": 2,
    "a nameless charge": 1,
    "three open invoices": 6,
    "an overpaid invoice": 3,
    "swapped digits": 1,
  });

  // Every payout that has arrived is posted.
  const { deposits } = await callApi(depositList, { token });
  const left = deposits.filter(({ status }) => status !== "posted");
  expect(left.map(({ payout_status }) => payout_status)).toEqual(left.map(() => "in_transit"));
  await expectBooks(account);

  const books = await emulated();
  const balances = new Map(books.invoices.map((invoice) => [invoice.number, invoice]));
  for (const number of ["INV-4000", "INV-4001", "INV-4002", "HL-3114", "INV-2052"]) {
    expect(balances.get(number)?.balance, number).toBe(0);
  }
  const part = balances.get("INV-4003");
  expect(part?.balance).toBe(((part?.amount ?? 0) / 3) * 2);
});
