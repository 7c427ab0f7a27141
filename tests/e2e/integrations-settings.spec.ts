import type { Page } from "@playwright/test";
import { AUTHORIZENET_MERCHANT } from "@/emulators/authorizenet/state";
import { accountList } from "@/lib/contracts/bookings";
import { depositList } from "@/lib/contracts/deposits";
import { providerEndpoints } from "@/lib/contracts/providers";
import { STRIPE_KEY } from "./addresses";
import { type Account, callApi, resetEmulators } from "./api";
import {
  addPayment,
  addPayout,
  clearFaults,
  connectQuickbooks,
  connectStripeByKey,
  injectFault,
  PAYOUT_LINES_HELD,
  providerCard,
} from "./emulators";
import { expect, signedInTest } from "./fixtures";
import { settled } from "./settled";

const test = signedInTest.extend({
  page: async ({ page, account }, use) => {
    await resetEmulators();
    await connectQuickbooks(account.token);
    await use(page);
  },
});

const QUERY_REFUSED = {
  provider: "quickbooks",
  match: { path: "/query" },
  kind: "status",
  status: 400,
} as const;

async function openSettings(page: Page, name: string) {
  const tab = name === "QuickBooks" ? "?tab=accounting" : "";
  await page.goto(`/integrations${tab}`);
  await providerCard(page, name)
    .getByRole("button", { name: `${name} Settings` })
    .click();
  return page.getByRole("dialog", { name: `${name} Settings` });
}

async function choose(page: Page, label: string, index: number): Promise<string> {
  await page.getByRole("combobox", { name: label }).click();
  // Of the open list: a closed select of the browser's own has options as well.
  const option = page.getByRole("listbox").getByRole("option").nth(index);
  const name = (await option.textContent()) ?? "";
  await option.click();
  return name;
}

const connectAuthorizeNet = ({ token }: Account) =>
  callApi(providerEndpoints.authorizenet.connectByKey, {
    token,
    body: {
      login_id: AUTHORIZENET_MERCHANT.loginId,
      transcation_key: AUTHORIZENET_MERCHANT.transactionKey,
    },
  });

test("QuickBooks keeps its bank account, clearing account, and the account whose payments are matched too", async ({
  page,
}) => {
  const dialog = await openSettings(page, "QuickBooks");
  const save = dialog.getByRole("button", { name: "Save" });
  const also = dialog.getByRole("combobox", { name: /^Payments also arrive in/ });
  const day = dialog.getByRole("textbox", { name: "Payments dated from" });
  // The obvious one is proposed, and closing the dialog again asks nothing.
  await expect(dialog.getByRole("combobox", { name: "Bank account" })).toHaveText("Checking");
  await expect(save).toBeEnabled();
  const bank = await choose(page, "Bank account", 1);
  const clearing = await choose(page, "Account for negative payouts (optional)", 0);
  await expect(also).toHaveValue("");
  await expect(day).toHaveCount(0);
  await also.selectOption({ label: "Stripe Clearing" });
  const chosen = await also.inputValue();
  await expect(day).toHaveValue(/^\d{2}-01-\d{4}$/);
  await day.fill("10-15-2026");
  await save.click();
  for (const saved of [
    "Bank account settings saved successfully",
    "Account for negative payouts saved",
    "Payments in Stripe Clearing dated October 15, 2026 or later are now matched",
  ]) {
    await expect(page.getByText(saved)).toBeVisible();
  }
  await expect(dialog).toHaveCount(0);
  await expect(providerCard(page, "QuickBooks").getByText(bank, { exact: true })).toBeVisible();

  await openSettings(page, "QuickBooks");
  await expect(dialog.getByRole("combobox", { name: "Bank account" })).toHaveText(bank);
  await expect(dialog.getByRole("combobox", { name: /^Account for negative payouts/ })).toHaveText(
    clearing,
  );
  await expect(also).toHaveValue(chosen);
  await expect(day).toHaveValue("10-15-2026");
  await expect(save).toBeDisabled();
  // A second one beside it, and the first taken back.
  await dialog.getByRole("button", { name: "Add account" }).click();
  await also.last().selectOption({ label: "Stripe Reserve" });
  await dialog.getByRole("button", { name: "Remove Stripe Clearing" }).click();
  await expect(also).toHaveCount(1);
  await save.click();
  await expect(
    page.getByText(/^Payments in Stripe Reserve dated .+ are now matched/),
  ).toBeVisible();
});

test("eight payouts whose payments are in a clearing account are matched in two presses", async ({
  page,
  account,
}) => {
  test.slow();
  const { token } = account;
  const { accounts } = await callApi(accountList, { token });
  const clearing = accounts.find(({ Name }) => Name === "Stripe Clearing");
  const sales = Array.from({ length: 8 }, (_, index) => ({
    amount: 61_00 + index * 7_31,
    name: `Clearing Customer ${"ABCDEFGH"[index]}`,
  }));
  for (const sale of sales) {
    await addPayout({ charges: [sale] });
    await addPayment({ amount: sale.amount, customer: sale.name, depositTo: clearing?.Id });
  }
  await connectStripeByKey(token);
  await callApi(providerEndpoints.quickbooks.sync, { token, query: "?wait=100" });
  await settled(account);
  const inAccount = async () => {
    const { deposits } = await callApi(depositList, {
      token,
      query: "?status=pending&page_size=100",
    });
    return deposits.filter(({ reason }) => reason?.code === "other_account");
  };
  await expect.poll(async () => (await inAccount()).length).toBe(8);
  const [first] = await inAccount();
  await page.goto(`/transaction/${first?.id}`);
  await page.getByRole("button", { name: "Match from Stripe Clearing" }).first().click();
  await expect(page.getByRole("button", { name: "Match from there" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(
    page.getByText(/^Payments in Stripe Clearing dated .+ are now matched/),
  ).toBeVisible();
  await expect.poll(async () => (await inAccount()).length).toBe(0);
});

test("an open dialog asks for an account for euros once the first sync, which still runs, has read some", async ({
  page,
  account: { token },
}) => {
  await injectFault(PAYOUT_LINES_HELD);
  await callApi(providerEndpoints.stripe.connectByKey, {
    token,
    body: { secret_key: STRIPE_KEY },
  });
  const dialog = await openSettings(page, "QuickBooks");
  await expect(dialog.getByRole("combobox", { name: "Bank account" })).toBeVisible();
  const euros = dialog.getByRole("combobox", { name: "Stripe payouts in EUR" });
  await expect(euros).toHaveCount(0);
  await clearFaults();
  await expect(euros).toBeVisible();
});

test("an unsaved change is guarded: Escape, Cancel, the browser's Back", async ({ page }) => {
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Integrations", exact: true }).click();
  await page.getByRole("tab", { name: "Accounting Software" }).click();
  const dialog = page.getByRole("dialog", { name: "QuickBooks Settings" });
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  const open = async () => {
    await page.getByRole("button", { name: "QuickBooks Settings" }).click();
    await expect(dialog.getByRole("combobox", { name: "Bank account" })).toBeVisible();
    return choose(page, "Bank account", 1);
  };

  await open();
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(providerCard(page, "QuickBooks").getByText("Not set")).toBeVisible();

  const chosen = await open();
  const back = () => page.evaluate(() => window.history.back());
  await back();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByRole("combobox", { name: "Bank account" })).toHaveText(chosen);
  await expect(page).toHaveURL(/\/integrations/);
  await back();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(dialog).toHaveCount(0);
});

test.describe("with QuickBooks refusing", () => {
  test.use({ expectedErrors: [/status of 502/] });

  test("what isn't saved is said, and kept for a retry; without choices there is the reason", async ({
    page,
    account,
  }) => {
    await connectStripeByKey(account.token);
    await connectAuthorizeNet(account);
    // Before the list is read for the first time: then it is kept for a while.
    await injectFault(QUERY_REFUSED);
    const unread = await openSettings(page, "Stripe");
    await expect(unread.getByText(/^Couldn't load the categories\./)).toBeVisible();
    await expect(unread.getByRole("combobox", { name: "Expense category" })).toBeDisabled();
    await clearFaults();
    await unread.getByRole("button", { name: "Retry" }).click();
    await expect(unread.getByRole("combobox", { name: "Expense category" })).toBeEnabled();
    await page.keyboard.press("Escape");

    for (const [name, label, message] of [
      ["QuickBooks", "Bank account", "Failed to save bank account settings"],
      ["Stripe", "Expense category", "Failed to save expense category"],
      ["Authorize.Net", "Expense category", "Failed to save expense category"],
    ] as const) {
      const dialog = await openSettings(page, name);
      await choose(page, label, 0);
      await injectFault(QUERY_REFUSED);
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText(message)).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Save" })).toBeEnabled();
      await clearFaults();
    }
  });
});

test("Stripe keeps the expense category and shows which one it is", async ({ page, account }) => {
  await connectStripeByKey(account.token);
  const dialog = await openSettings(page, "Stripe");
  await expect(dialog.getByText(/Currently selected/)).toHaveCount(0);
  const first = await choose(page, "Expense category", 0);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Expense category saved successfully")).toBeVisible();
  await expect(providerCard(page, "Stripe").getByText(first)).toBeVisible();
  await openSettings(page, "Stripe");
  await expect(dialog.getByText(`Currently selected: ${first}`)).toBeVisible();
  await expect(dialog.getByRole("combobox", { name: "Expense category" })).toHaveText(first);
});

test("Authorize.Net keeps category, discount rate and days to the bank, once they are valid", async ({
  page,
  account,
}) => {
  await connectAuthorizeNet(account);
  const dialog = await openSettings(page, "Authorize.Net");
  const save = dialog.getByRole("button", { name: "Save" });
  await expect(dialog.getByRole("radio", { name: "Monthly" })).toBeChecked();
  await expect(dialog.getByLabel("Cards")).toHaveValue("2");
  await expect(dialog.getByLabel("eChecks", { exact: true })).toHaveValue("7");
  await dialog.getByLabel("Percent of each payment").fill("2,9");
  await dialog.getByLabel("eChecks", { exact: true }).fill("31");
  await dialog.getByLabel("American Express pays its part itself").click();
  await dialog.getByLabel("American Express", { exact: true }).fill("4");
  await save.click();
  await expect(dialog.getByText("Must be a percentage such as 2.9")).toBeVisible();
  await expect(dialog.getByText("Must be 30 or less")).toBeVisible();

  const first = await choose(page, "Expense category", 0);
  await dialog.getByLabel("eChecks", { exact: true }).fill("8");
  await dialog.getByLabel("Percent of each payment").fill("2.9");
  await dialog.getByLabel("Fixed fee per payment").fill("0.30");
  await expect(dialog.getByText("A payment of 100.00 costs 3.20.")).toBeVisible();
  await dialog.getByRole("radio", { name: "Daily" }).click();
  await save.click();
  await expect(page.getByText("Expense category saved successfully")).toBeVisible();
  await expect(page.getByText("Discount rate saved successfully")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const saved = await callApi(providerEndpoints.authorizenet.readDiscount, {
    token: account.token,
  });
  expect(Number(saved.discount_percent)).toBe(2.9);
  expect(saved).toMatchObject({
    ...{ discount_timing: "daily", card_days: 2, echeck_days: 8 },
    ...{ amex_apart: true, amex_days: 4, is_default: false },
  });

  await openSettings(page, "Authorize.Net");
  await expect(dialog.getByText(`Currently selected: ${first}`)).toBeVisible();
  await expect(dialog.getByRole("radio", { name: "Daily" })).toBeChecked();
  await expect(save).toBeDisabled();
});
