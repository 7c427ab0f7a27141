import { PAYPAL_APP } from "@/emulators/paypal/state";
import { paymentAccount, savePaymentAccount } from "@/lib/contracts/payment-account";
import { providerEndpoints } from "@/lib/contracts/providers";
import { addDays } from "@/lib/dates";
import { callApi, emulated, resetEmulators } from "./api";
import { axeFindings } from "./axe";
import {
  addPayPalEvents,
  addXeroPayment,
  bookedInXero,
  connectQuickbooks,
  connectXero,
  providerCard,
  setXeroConsent,
} from "./emulators";
import { expect, signedInTest as test } from "./fixtures";
import { settled } from "./settled";

const { paypal, xero } = providerEndpoints;
const ACCOUNTING = "/integrations?tab=accounting";

test.beforeEach(resetEmulators);

test("Xero is connected by its consent page, with its terms said before, and disconnected", async ({
  page,
}) => {
  await page.goto(ACCOUNTING);
  const card = providerCard(page, "Xero");
  await expect(card).toContainText("Xero doesn't allow its data to train models.");
  await card.getByRole("button", { name: "Connect Xero" }).click();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByText("Successfully connected to Xero")).toBeVisible();
  await expect(page.getByText("1/2")).toBeVisible();

  await page.getByRole("tab", { name: "Accounting Software" }).click();
  await expect(card.getByText("Connected", { exact: true })).toBeVisible();
  await expect(card).toContainText("Kauri & Co");
  await expect(
    card.getByRole("button", { name: "Choose the account that payments wait in" }),
  ).toBeVisible();
  const other = providerCard(page, "QuickBooks");
  await expect(other.getByRole("button", { name: "Connect QuickBooks" })).toBeDisabled();
  await expect(other).toContainText("To use QuickBooks, disconnect Xero first.");

  await card.getByRole("button", { name: "Disconnect" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Disconnect from Xero?" });
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("Successfully disconnected from Xero")).toBeVisible();
  await expect(card.getByRole("button", { name: "Connect Xero" })).toBeEnabled();
});

test("of a consent to several organisations one is chosen by keyboard, or none", async ({
  page,
}) => {
  await setXeroConsent("both");
  const consent = async () => {
    await page.goto(ACCOUNTING);
    await page.getByRole("button", { name: "Connect Xero" }).click();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Choose the organisation" })).toBeFocused();
  };
  await consent();
  await expect(page.getByRole("radio")).toHaveCount(2);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Nothing was connected")).toBeVisible();
  await expect(page.getByText("0/2")).toBeVisible();

  await consent();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  const rimu = page.getByRole("radio", { name: "Rimu Pty Ltd" });
  while (!(await rimu.isChecked())) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Successfully connected to Xero")).toBeVisible();
  await page.getByRole("tab", { name: "Accounting Software" }).click();
  await expect(providerCard(page, "Xero")).toContainText("Rimu Pty Ltd");
});

test.describe("denied", () => {
  test("consent says that nothing changed", async ({ page }) => {
    await page.goto(ACCOUNTING);
    await page.getByRole("button", { name: "Connect Xero" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: "Xero wasn't connected" })).toBeVisible();
    await expect(page.getByText("Access to Xero wasn't approved. Nothing changed.")).toBeVisible();
  });
});

test.describe("with QuickBooks' books", () => {
  test("Xero's card says which one is connected", async ({ page, account }) => {
    await connectQuickbooks(account.token);
    await page.goto(ACCOUNTING);
    const card = providerCard(page, "Xero");
    await expect(card).toContainText("To use Xero, disconnect QuickBooks first.");
    await expect(card.getByRole("button", { name: "Connect Xero" })).toBeDisabled();
  });
});

test("a payout is posted to Xero as a transfer and its fees, and deleted from there", async ({
  page,
  account,
}) => {
  const { token } = account;
  const named = <T extends { Name: string }>(name: string, all: T[]): T => {
    const found = all.find(({ Name }) => Name === name);
    if (!found) throw new Error(`Xero has no account ${name}`);
    return found;
  };
  await test.step("with payments that wait in PayPal Clearing", async () => {
    const { today } = await emulated();
    const [sold, paid] = [addDays(today, -4), addDays(today, -3)];
    const customer = "Aroha Ngata";
    await addXeroPayment({ amount: 412_30, customer, date: sold });
    const sale = { amount: 412_30, fee: 14_88, name: customer, currency: "NZD" };
    await addPayPalEvents([
      { type: "sale", ...sale, at: `${sold}T02:00:00Z` },
      { type: "withdrawal", currency: "NZD", at: `${paid}T02:00:00Z` },
    ]);
    await connectXero(token);
    const bank = named("Business Account", (await callApi(xero.listBanks, { token })).banks);
    await callApi(xero.saveBank, { token, body: { bank_id: bank.Id, bank_name: bank.Name } });
    const { accounts } = await callApi(paymentAccount, { token });
    const { Id } = named("PayPal Clearing", accounts);
    await callApi(savePaymentAccount, { token, body: { account_id: Id, from: sold } });
    const { clientId: client_id, clientSecret: client_secret } = PAYPAL_APP;
    await callApi(paypal.connectByKey, { token, body: { client_id, client_secret } });
    const { expenses } = await callApi(xero.listExpenses, { token });
    const category = named("Merchant Fees", expenses);
    await callApi(paypal.saveCategory, { token, body: { category } });
    await settled(account);
  });

  await page.goto("/transactions?status=posted");
  await page.getByRole("row").filter({ hasText: "397.42" }).click();
  await expect(page.getByText("Posted to Xero. Nothing is left to do.")).toBeVisible();
  await expect(page.getByText("Adds up to the cent")).toBeVisible();
  expect(await bookedInXero()).toEqual(["SPEND 1488", "TRANSFER 39742"]);
  // A bank transfer has no page that Xero documents.
  const link = page.getByRole("link", { name: /^Open the spend money transaction in Xero/ });
  await expect(link).toHaveAttribute(
    "href",
    /^https:\/\/go\.xero\.com\/organisationlogin\/default\.aspx\?shortcode=!\w+&redirecturl=\/Bank\//,
  );

  await page.getByRole("button", { name: "Delete from Xero" }).click();
  const dialog = page.getByRole("alertdialog", { name: /^Delete deposit #\d+ from Xero\?$/ });
  await dialog.getByRole("button", { name: "Delete from Xero" }).click();
  await expect(page.getByRole("button", { name: "Auto Match" })).toBeEnabled();
  await expect(page.getByRole("main")).not.toContainText("QuickBooks");
  expect(await bookedInXero()).toEqual([]);
});
