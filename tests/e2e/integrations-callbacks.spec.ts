import type { Page } from "@playwright/test";
import { providerEndpoints } from "@/lib/contracts/providers";
import { callApi, resetEmulators } from "./api";
import { clearFaults, injectFault, openQuickbooksConsent, providerCard } from "./emulators";
import { expect, signedInTest as test } from "./fixtures";

const QUICKBOOKS_FAILED = "Failed to complete QuickBooks integration";
const STRIPE_FAILED = "Failed to complete Stripe integration";

test.beforeEach(resetEmulators);

/** Consents in the Stripe emulator; the callback page follows. */
async function openStripeConsent(page: Page, token: string): Promise<void> {
  const { authorization_url } = await callApi(providerEndpoints.stripe.startConnect, { token });
  await page.goto(authorization_url);
}

test.describe("QuickBooks", () => {
  test("shows progress, and then that it is connected", async ({ page, account }) => {
    await injectFault({
      provider: "quickbooks",
      match: { path: "/oauth2/v1/tokens/bearer" },
      kind: "hold",
    });
    await openQuickbooksConsent(page, account.token);
    await page.getByRole("button", { name: "Connect" }).click();
    await expect(page.getByText("Completing QuickBooks integration...")).toBeVisible();
    await clearFaults();
    await expect(page.getByText("Successfully connected to QuickBooks")).toBeVisible();
    await expect(page).toHaveURL(/\/integrations$/);
    await expect(page.getByText("1/2")).toBeVisible();
  });

  test("fails without a parameter, before any call", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/qb/callback")) asked.push(request.url());
    });
    await page.goto("/quickbooks/callback?code=c&realmId=1");
    await expect(page.getByText(QUICKBOOKS_FAILED)).toBeVisible();
    await expect(page).toHaveURL(/\/integrations$/);
    expect(asked).toEqual([]);
  });

  test("fails when access was denied there", async ({ page, account }) => {
    await openQuickbooksConsent(page, account.token);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText(QUICKBOOKS_FAILED)).toBeVisible();
    await expect(page.getByText("Access to QuickBooks wasn't approved.")).toBeVisible();
    await expect(page).toHaveURL(/\/integrations$/);
  });

  test.describe("refused", () => {
    test.use({ expectedErrors: [/status of (422|502)/] });

    test("fails with a foreign state", async ({ page }) => {
      await page.goto("/quickbooks/callback?code=c&realmId=1&state=forged");
      await expect(page.getByText(QUICKBOOKS_FAILED)).toBeVisible();
      await expect(page.getByText(/start again from Integrations/)).toBeVisible();
      await expect(page).toHaveURL(/\/integrations$/);
      await expect(page.getByText("0/2")).toBeVisible();
    });

    test("fails when QuickBooks returns no tokens", async ({ page, account }) => {
      await injectFault({
        provider: "quickbooks",
        match: { path: "/oauth2/v1/tokens/bearer" },
        kind: "status",
        status: 500,
      });
      await openQuickbooksConsent(page, account.token);
      await page.getByRole("button", { name: "Connect" }).click();
      await expect(page.getByText(QUICKBOOKS_FAILED)).toBeVisible();
      await expect(page).toHaveURL(/\/integrations$/);
    });
  });
});

test.describe("Stripe", () => {
  test("shows progress, and then that it is connected", async ({ page, account }) => {
    await injectFault({
      provider: "stripe",
      match: { path: "/oauth/token" },
      kind: "hold",
    });
    await openStripeConsent(page, account.token);
    await page.getByRole("button", { name: "Connect" }).click();
    await expect(page.getByText("Completing Stripe integration...")).toBeVisible();
    await clearFaults();
    await expect(page.getByText("Successfully connected to Stripe")).toBeVisible();
    await expect(page).toHaveURL(/\/integrations$/);
    await expect(providerCard(page, "Stripe").getByText(/^Connected$/)).toBeVisible();
  });

  test("fails without a parameter and stays, with a way back", async ({ page }) => {
    await page.goto("/stripe/callback?state=s");
    await expect(page.getByText(STRIPE_FAILED)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Stripe wasn't connected" })).toBeVisible();
    await expect(page).toHaveURL(/\/stripe\/callback/);
    await page.getByRole("link", { name: "Back to integrations" }).click();
    await expect(page).toHaveURL(/\/integrations$/);
  });

  test("fails when access was denied there", async ({ page, account }) => {
    await openStripeConsent(page, account.token);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText(STRIPE_FAILED)).toBeVisible();
    await expect(page.getByText("Access to Stripe wasn't approved.")).toBeVisible();
  });

  test.describe("refused", () => {
    test.use({ expectedErrors: [/status of (422|502)/] });

    test("fails with a foreign state, and stays", async ({ page }) => {
      await page.goto("/stripe/callback?code=ac_1&state=forged");
      await expect(page.getByText(STRIPE_FAILED)).toBeVisible();
      await expect(page.getByText(/start again from Integrations/)).toBeVisible();
      await expect(page).toHaveURL(/\/stripe\/callback/);
    });
  });
});

test.describe("without a stored token", () => {
  // The page's frame makes its own requests meanwhile.
  test.use({ expectedErrors: [/status of 401/] });

  for (const path of ["/quickbooks/callback?code=c&realmId=1", "/stripe/callback?code=c"]) {
    test(`${path} asks to log in`, async ({ page }) => {
      await page.addInitScript(() => localStorage.removeItem("authToken"));
      await page.goto(`${path}&state=s`);
      await expect(page.getByText("Authentication required. Please log in again.")).toBeVisible();
      await expect(page).toHaveURL(/\/login(\?|$)/);
    });
  }
});
