import type { Page } from "@playwright/test";
import { AUTHORIZENET_MERCHANT } from "@/emulators/authorizenet/state";
import { providerEndpoints } from "@/lib/contracts/providers";
import { STRIPE_KEY } from "./addresses";
import { callApi, resetEmulators } from "./api";
import { connectQuickbooks, connectStripeByKey, providerCard } from "./emulators";
import { expect, signedInTest as test } from "./fixtures";
import { cut, hold } from "./held";

test.beforeEach(resetEmulators);

async function connectAll(token: string): Promise<void> {
  await connectStripeByKey(token);
  await callApi(providerEndpoints.authorizenet.connectByKey, {
    token,
    body: {
      login_id: AUTHORIZENET_MERCHANT.loginId,
      transcation_key: AUTHORIZENET_MERCHANT.transactionKey,
    },
  });
  await connectQuickbooks(token);
}

async function openSettings(page: Page, name: string) {
  await page.goto(name === "QuickBooks" ? "/integrations?tab=accounting" : "/integrations");
  await page.getByRole("button", { name: `${name} Settings` }).click();
  return page.getByRole("dialog", { name: `${name} Settings` });
}

test("shows connected, connecting and not connected; the key is gone from the page", async ({
  page,
}) => {
  await page.goto("/integrations?connect=stripe");
  await page.getByLabel("Secret key").fill(STRIPE_KEY);
  await page.getByRole("button", { name: "Connect Account" }).click();
  const card = providerCard(page, "Stripe");
  await expect(card.getByText("Connected", { exact: true })).toBeVisible();
  await expect(card.getByText(/Last synced/)).toBeVisible();

  const release = await hold(page, "/api/stripe/disconnect-stripe/");
  await card.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(card.getByText("Connecting...")).toBeVisible();
  await expect(card.getByRole("button", { name: "Sync Now" })).toBeDisabled();
  release();
  await expect(page.getByText("Successfully disconnected from Stripe")).toBeVisible();
  await expect(card.getByText(/Connected|Connecting/)).toHaveCount(0);

  await card.getByRole("button", { name: "Connect Stripe" }).click();
  await expect(page.getByLabel("Secret key")).toHaveValue("");
});

test("every settings dialog shows that it is loading", async ({ page, account: { token } }) => {
  test.slow();
  await connectAll(token);
  for (const name of ["QuickBooks", "Stripe", "Authorize.Net"]) {
    const list = name === "QuickBooks" ? "/api/qb/bank-account/" : "/api/qb/get-expense/";
    const release = await hold(page, list);
    const dialog = await openSettings(page, name);
    await expect(dialog.getByText("Loading settings...")).toBeVisible();
    release();
    await expect(dialog.getByRole("combobox").first()).toBeEnabled();
    await expect(dialog.getByText("Loading settings...")).toHaveCount(0);
  }
});

test.describe("an account deleted in QuickBooks", () => {
  test.use({ expectedErrors: [/status of 422/] });

  test("can't be saved as bank account or expense category", async ({ page, account }) => {
    await connectStripeByKey(account.token);
    await connectQuickbooks(account.token);
    const gone = { Id: "999999", Name: "Closed" };
    await page.route("**/api/qb/save-bank/", (route) =>
      route.continue({ postData: JSON.stringify({ bank_id: gone.Id, bank_name: gone.Name }) }),
    );
    await page.route("**/api/stripe/save-category/", (route) =>
      route.continue({ postData: JSON.stringify({ category: gone }) }),
    );
    for (const [name, message] of [
      ["QuickBooks", "Failed to save bank account settings"],
      ["Stripe", "Failed to save expense category"],
    ] as const) {
      const dialog = await openSettings(page, name);
      await dialog.getByRole("combobox").first().click();
      await page.getByRole("listbox").getByRole("option").first().click();
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText(message)).toBeVisible();
      await expect(page.getByText(/^This \w+ account is no longer in QuickBooks/)).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Save" })).toBeEnabled();
    }
  });
});

test.describe("without an answer", () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test("disconnecting fails, and each provider stays connected", async ({
    page,
    account: { token },
  }) => {
    await connectAll(token);
    for (const [name, path] of [
      ["Stripe", "/api/stripe/disconnect-stripe/"],
      ["Authorize.Net", "/api/authorize/disconnect/"],
      ["QuickBooks", "/api/qb/disconnect-quickbook/"],
    ] as const) {
      await cut(page, path);
      await page.goto(name === "QuickBooks" ? "/integrations?tab=accounting" : "/integrations");
      const card = providerCard(page, name);
      await card.getByRole("button", { name: "Disconnect" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
      await expect(page.getByText(`Failed to disconnect from ${name}`)).toBeVisible();
      await expect(card.getByText("Connected", { exact: true })).toBeVisible();
    }
  });
});
