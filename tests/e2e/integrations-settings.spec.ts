import type { Page } from "@playwright/test";
import { providerEndpoints } from "@/lib/contracts/providers";
import { AUTHORIZENET_MERCHANT } from "@/sandbox/authorizenet/state";
import { STRIPE_KEY } from "./addresses";
import { callApi, resetSandbox } from "./api";
import { expect, signedInTest } from "./fixtures";
import {
  clearFaults,
  connectQuickbooks,
  connectStripeByKey,
  injectFault,
  PAYOUT_LINES_HELD,
  providerCard,
} from "./sandbox";

const test = signedInTest.extend({
  page: async ({ page, account }, use) => {
    await resetSandbox();
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

test.describe("QuickBooks", () => {
  test("keeps the chosen bank account", async ({ page }) => {
    const dialog = await openSettings(page, "QuickBooks");
    const save = dialog.getByRole("button", { name: "Save" });
    // The obvious one is proposed, and closing the dialog again asks nothing.
    await expect(dialog.getByRole("combobox", { name: "Bank account" })).toHaveText("Checking");
    await expect(save).toBeEnabled();
    const bank = await choose(page, "Bank account", 1);
    await save.click();
    await expect(page.getByText("Bank account settings saved successfully")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(providerCard(page, "QuickBooks").getByText(bank, { exact: true })).toBeVisible();
  });

  test("keeps the chosen clearing account, for payouts below zero", async ({ page }) => {
    const dialog = await openSettings(page, "QuickBooks");
    await expect(dialog.getByRole("combobox", { name: /^Clearing account/ })).toBeVisible();
    const chosen = await choose(page, "Clearing account (optional)", 0);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Clearing account saved successfully")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const again = await openSettings(page, "QuickBooks");
    await expect(again.getByRole("combobox", { name: /^Clearing account/ })).toHaveText(chosen);
    await expect(again.getByRole("button", { name: "Save" })).toBeDisabled();
  });

  test("keeps the account whose payments are matched too, and from which day on", async ({
    page,
  }) => {
    const dialog = await openSettings(page, "QuickBooks");
    const account = dialog.getByRole("combobox", { name: /^Also match payments in/ });
    const day = dialog.getByRole("textbox", { name: "Payments dated from" });
    await expect(account).toHaveValue("");
    await expect(day).toHaveCount(0);
    await account.selectOption({ label: "Stripe Clearing" });
    const chosen = await account.inputValue();
    await expect(day).toHaveValue(/^\d{2}-01-\d{4}$/);
    await day.fill("10-15-2026");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(
      page.getByText("Payments in Stripe Clearing are matched from 15 October 2026 on"),
    ).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const again = await openSettings(page, "QuickBooks");
    await expect(again.getByRole("combobox", { name: /^Also match payments in/ })).toHaveValue(
      chosen,
    );
    await expect(again.getByRole("textbox", { name: "Payments dated from" })).toHaveValue(
      "10-15-2026",
    );
    await expect(again.getByRole("button", { name: "Save" })).toBeDisabled();
  });

  test("asks for an account for euros once the first sync, which still runs, has read some", async ({
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

  test("shows that it is loading, and guards an unsaved change", async ({ page }) => {
    await injectFault({
      provider: "quickbooks",
      match: { path: "/query" },
      kind: "hold",
    });
    const dialog = await openSettings(page, "QuickBooks");
    await expect(dialog.getByText("Loading settings...")).toBeVisible();
    await clearFaults();
    await expect(dialog.getByRole("combobox", { name: "Bank account" })).toBeVisible();
    await choose(page, "Bank account", 1);
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(providerCard(page, "QuickBooks").getByText("Not set")).toBeVisible();
  });

  test("asks before the browser's Back discards a change", async ({ page }) => {
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Integrations", exact: true }).click();
    await page.getByRole("tab", { name: "Accounting Software" }).click();
    await page.getByRole("button", { name: "QuickBooks Settings" }).click();
    const dialog = page.getByRole("dialog", { name: "QuickBooks Settings" });
    const chosen = await choose(page, "Bank account", 1);
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
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

  test.describe("refusing", () => {
    test.use({ expectedErrors: [/status of 502/] });

    test("shows that saving failed, and keeps the choice for a retry", async ({ page }) => {
      const dialog = await openSettings(page, "QuickBooks");
      await choose(page, "Bank account", 0);
      await injectFault(QUERY_REFUSED);
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Failed to save bank account settings")).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Save" })).toBeEnabled();
    });
  });
});

test.describe("Stripe", () => {
  test.beforeEach(({ account }) => connectStripeByKey(account.token));

  test("keeps the expense category and shows which one it is", async ({ page }) => {
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

  test.describe("with QuickBooks refusing", () => {
    test.use({ expectedErrors: [/status of 502/] });

    test("shows that saving failed", async ({ page }) => {
      const dialog = await openSettings(page, "Stripe");
      await choose(page, "Expense category", 0);
      await injectFault(QUERY_REFUSED);
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Failed to save expense category")).toBeVisible();
    });

    test("has no choices, shows the reason and retries", async ({ page }) => {
      await injectFault(QUERY_REFUSED);
      const dialog = await openSettings(page, "Stripe");
      await expect(dialog.getByText(/^Couldn't load the categories\./)).toBeVisible();
      await expect(dialog.getByRole("combobox", { name: "Expense category" })).toBeDisabled();
      await clearFaults();
      await dialog.getByRole("button", { name: "Retry" }).click();
      await expect(dialog.getByRole("combobox", { name: "Expense category" })).toBeEnabled();
    });
  });
});

test.describe("Authorize.Net", () => {
  test.beforeEach(({ account }) =>
    callApi(providerEndpoints.authorizenet.connectByKey, {
      token: account.token,
      body: {
        login_id: AUTHORIZENET_MERCHANT.loginId,
        transcation_key: AUTHORIZENET_MERCHANT.transactionKey,
      },
    }),
  );

  test("keeps category and discount rate, each in a separate call", async ({ page, account }) => {
    const dialog = await openSettings(page, "Authorize.Net");
    await expect(dialog.getByRole("radio", { name: "Monthly" })).toBeChecked();
    const first = await choose(page, "Expense category", 0);
    await dialog.getByLabel("Percent of each payment").fill("2.9");
    await dialog.getByLabel("Fixed fee per payment").fill("0.30");
    await expect(dialog.getByText("A payment of 100.00 costs 3.20.")).toBeVisible();
    await dialog.getByRole("radio", { name: "Daily" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Expense category saved successfully")).toBeVisible();
    await expect(page.getByText("Discount rate saved successfully")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const saved = await callApi(providerEndpoints.authorizenet.readDiscount, {
      token: account.token,
    });
    expect(saved.discount_timing).toBe("daily");
    expect(Number(saved.discount_percent)).toBe(2.9);

    await openSettings(page, "Authorize.Net");
    await expect(dialog.getByText(`Currently selected: ${first}`)).toBeVisible();
    await expect(dialog.getByRole("radio", { name: "Daily" })).toBeChecked();
    await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  });

  test("offers the usual days to the bank, and keeps them with American Express apart", async ({
    page,
    account,
  }) => {
    const dialog = await openSettings(page, "Authorize.Net");
    await expect(dialog.getByLabel("Cards")).toHaveValue("2");
    await expect(dialog.getByLabel("eChecks", { exact: true })).toHaveValue("7");
    await dialog.getByLabel("eChecks", { exact: true }).fill("31");
    await dialog.getByLabel("American Express pays its part itself").click();
    await dialog.getByLabel("American Express", { exact: true }).fill("4");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Must be 30 or less")).toBeVisible();
    await dialog.getByLabel("eChecks", { exact: true }).fill("8");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Discount rate saved successfully")).toBeVisible();
    const saved = await callApi(providerEndpoints.authorizenet.readDiscount, {
      token: account.token,
    });
    expect(saved).toMatchObject({
      ...{ card_days: 2, echeck_days: 8, amex_apart: true, amex_days: 4, is_default: false },
    });
  });

  test("refuses an invalid rate, with the error at the field", async ({ page }) => {
    const dialog = await openSettings(page, "Authorize.Net");
    await dialog.getByLabel("Percent of each payment").fill("2,9");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Must be a percentage such as 2.9")).toBeVisible();
    await expect(dialog).toBeVisible();
  });

  test.describe("with QuickBooks refusing", () => {
    test.use({ expectedErrors: [/status of 502/] });

    test("shows that the category was not saved, and closes the form", async ({ page }) => {
      const dialog = await openSettings(page, "Authorize.Net");
      await choose(page, "Expense category", 0);
      await injectFault(QUERY_REFUSED);
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Failed to save expense category")).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Save" })).toBeEnabled();
    });
  });
});
