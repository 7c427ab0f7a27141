import { PAYPAL_APP } from "@/emulators/paypal/state";
import { providerEndpoints } from "@/lib/contracts/providers";
import { callApi, ledgerDeposits, resetEmulators } from "./api";
import { addPayment, addPayPalEvents, connectQuickbooks, providerCard } from "./emulators";
import { expect, signedInTest as test } from "./fixtures";
import { settled } from "./settled";

const { quickbooks } = providerEndpoints;
const DAY_MS = 86_400_000;

/** A moment some days ago, in whole seconds. */
const ago = (days: number) =>
  new Date(Date.now() - days * DAY_MS).toISOString().replace(/\.\d+Z$/, "Z");

test("PayPal, from its form to a posted transfer, which is undone", async ({ page, account }) => {
  await resetEmulators();
  const { token } = account;
  const customer = "Ada Byron";
  await addPayment({ amount: 412_30, customer, date: ago(4).slice(0, 10) });
  await connectQuickbooks(token);
  const { banks } = await callApi(quickbooks.listBanks, { token });
  const bank = banks[0];
  await callApi(quickbooks.saveBank, {
    token,
    body: { bank_id: bank?.Id ?? "", bank_name: bank?.Name ?? "" },
  });
  await addPayPalEvents([
    { type: "sale", amount: 412_30, fee: 14_88, name: customer, at: ago(4) },
    { type: "withdrawal", id: "TRANSFER000000001", at: ago(3), bankReference: "YYW1001" },
  ]);

  await test.step("its form asks for both, says where they are, and connects", async () => {
    await page.goto("/integrations");
    const card = providerCard(page, "PayPal");
    await card.getByRole("button", { name: "Connect PayPal" }).click();
    const section = page.getByRole("region", { name: "No app yet?" });
    await expect(section).toContainText(/Transaction Search.* nine hours/);
    await expect(section.getByRole("link")).toHaveAttribute(
      "href",
      /^https:\/\/developer\.paypal\.com\//,
    );
    const connect = page.getByRole("button", { name: "Connect Account" });
    await page.getByLabel("Client ID").fill(PAYPAL_APP.clientId);
    await expect(connect).toBeDisabled();
    await page.getByLabel("Client secret").fill(PAYPAL_APP.clientSecret);
    await connect.click();
    await expect(page.getByText("Successfully connected to PayPal")).toBeVisible();
    await expect(card.getByText("Connected", { exact: true })).toBeVisible();
    await settled(account);
  });

  await test.step("its transfer is posted once its fees have an account", async () => {
    await page.getByRole("button", { name: "PayPal Settings" }).click();
    await expect(page.getByRole("combobox", { name: "Expense category" })).toHaveText(
      "Merchant Processing Fees",
    );
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Expense category saved successfully")).toBeVisible();
    await settled(account);
    await page.goto("/transactions?status=posted");
    await page.getByRole("row").filter({ hasText: "397.42" }).click();
    await expect(page.getByText("Adds up to the cent")).toBeVisible();
    expect(await ledgerDeposits()).toContainEqual(
      expect.objectContaining({
        ...{ total: 397_42, sum_of_lines: 397_42 },
        note: expect.stringMatching(/TRANSFER000000001.*YYW1001/),
      }),
    );
  });

  await test.step("and undone", async () => {
    await page.getByRole("button", { name: "Delete from QuickBooks" }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Delete from QuickBooks" })
      .click();
    await expect(page.getByRole("button", { name: "Auto Match" })).toBeEnabled();
    expect((await ledgerDeposits()).map(({ total }) => total)).not.toContain(397_42);
  });
});
