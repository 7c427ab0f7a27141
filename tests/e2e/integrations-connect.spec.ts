import { AUTHORIZENET_MERCHANT } from "@/emulators/authorizenet/state";
import { STRIPE_KEYS } from "@/emulators/stripe/state";
import { STRIPE_KEY } from "./addresses";
import { resetEmulators } from "./api";
import {
  clearFaults,
  connectQuickbooks,
  connectStripeByKey,
  injectFault,
  providerCard,
} from "./emulators";
import { expect, signedInTest as test } from "./fixtures";

const STRIPE_FAILED = "Could not connect to Stripe. Please try again later.";
const AUTHORIZE_FAILED = "Could not connect to Authorize.Net. Please try again later.";
const QUICKBOOKS_FAILED = "Could not connect to QuickBooks. Please try again later.";

test.beforeEach(resetEmulators);

test.describe("Stripe by key", () => {
  test("requires a key before sending, and cancels", async ({ page }) => {
    await page.goto("/integrations");
    await page.getByRole("button", { name: "Connect Stripe" }).click();
    await expect(page.getByRole("heading", { name: "Connect to Stripe" })).toBeVisible();
    const key = page.getByLabel("Secret key");
    // Without a key is the better way.
    await expect(page.getByRole("button", { name: "Continue to Stripe" })).toBeFocused();
    await expect(page.getByText(/^Begins with sk_/)).toBeVisible();
    const connect = page.getByRole("button", { name: "Connect Account" });
    await expect(connect).toBeDisabled();
    await key.fill("   ");
    await expect(connect).toBeDisabled();
    await key.fill("sk_test_1");
    await expect(connect).toBeEnabled();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: "Integrations", level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Connect Stripe" }).click();
    await expect(page.getByLabel("Secret key")).toHaveValue("");

    // It leads to Stripe's page for a key that may read what we need.
    const section = page.getByRole("region", { name: "No key yet?" });
    await expect(section.getByRole("listitem")).toContainText(["Charges and Refunds: Read"]);
    const link = section.getByRole("link", { name: /^Create a key in Stripe/ });
    await expect(link).toHaveAttribute(
      "href",
      /^https:\/\/dashboard\.stripe\.com\/apikeys\/create/,
    );
    await expect(link).toHaveAttribute("href", /rak_payout_read/);
    await expect(link).toHaveAttribute("target", "_blank");
  });

  test("takes a second account beside the first, and ends it alone", async ({ page, account }) => {
    await connectStripeByKey(account.token);
    await page.goto("/integrations");
    const card = providerCard(page, "Stripe");
    await card.getByRole("button", { name: "Connect another account" }).click();
    await page.getByLabel("Secret key").fill(STRIPE_KEYS.otherAccount);
    await page.getByRole("button", { name: "Connect Account" }).click();
    const other = card.getByRole("region", { name: "Sample Company Wholesale" });
    await expect(other.getByText(/Last synced/)).toBeVisible();
    await expect(page.getByText("1/3")).toBeVisible();
    await other.getByRole("button", { name: "Disconnect" }).click();
    await page
      .getByRole("alertdialog", { name: "Disconnect Sample Company Wholesale?" })
      .getByRole("button", { name: "Disconnect" })
      .click();
    await expect(other).toHaveCount(0);
    await expect(card.getByText("Connected", { exact: true })).toBeVisible();
  });

  test.describe("refused", () => {
    test.use({ expectedErrors: [/status of (422|502)/] });

    test("shows the key's error, and keeps the form", async ({ page }) => {
      await page.goto("/integrations?connect=stripe");
      const key = page.getByLabel("Secret key");
      const refusals = [
        ["sk_test_unknown", /^Stripe doesn't accept this key/],
        [STRIPE_KEYS.restricted, /^This key lacks a permission: Customers: Read\. /],
      ] as const;
      for (const [secret, reason] of refusals) {
        await key.fill(secret);
        await page.getByRole("button", { name: "Connect Account" }).click();
        await expect(page.getByText(STRIPE_FAILED).first()).toBeVisible();
        await expect(page.getByRole("alert").filter({ hasText: reason })).toBeVisible();
        await expect(key).toHaveAttribute("aria-invalid", "true");
        await expect(key).toBeFocused();
      }
    });

    test("asks to retry later when Stripe is down, and then shows the badge and the first sync", async ({
      page,
    }) => {
      await injectFault({
        provider: "stripe",
        match: { path: "/v1/account" },
        kind: "status",
        status: 500,
      });
      await page.goto("/integrations?connect=stripe");
      await page.getByLabel("Secret key").fill(STRIPE_KEY);
      await page.getByRole("button", { name: "Connect Account" }).click();
      await expect(page.getByText(STRIPE_FAILED)).toBeVisible();
      await clearFaults();
      await page.getByRole("button", { name: "Connect Account" }).click();
      await expect(page.getByText("Successfully connected to Stripe")).toBeVisible();
      const card = providerCard(page, "Stripe");
      await expect(card.getByText("Connected", { exact: true })).toBeVisible();
      await expect(card).toBeFocused();
      await expect(card.getByText("(test)")).toBeVisible();
      await expect(card.getByText(/Last synced/)).toBeVisible();
      await expect(card.getByText(/\d+ new payouts? \(\d+ checked\)/)).toBeVisible();
      await expect(card.getByRole("button", { name: "Sync Now" })).toBeEnabled();
      await expect(card.getByRole("button", { name: "Disconnect" })).toBeVisible();
      await expect(page.getByText("1/3")).toBeVisible();
    });
  });
});

test("Stripe Connect: consent, callback, connected", async ({ page }) => {
  await page.goto("/integrations");
  await page.getByRole("button", { name: "Connect Stripe" }).click();
  await page.getByRole("button", { name: "Continue to Stripe" }).click();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByText("Successfully connected to Stripe")).toBeVisible();
  await expect(page).toHaveURL(/\/integrations$/);
  await expect(providerCard(page, "Stripe").getByText("Connected", { exact: true })).toBeVisible();
});

test.describe("Authorize.Net", () => {
  const { loginId, transactionKey } = AUTHORIZENET_MERCHANT;

  test("requires both fields, connects and shows the server's message", async ({ page }) => {
    await page.goto("/integrations");
    await page.getByRole("button", { name: "Connect Authorize.Net" }).click();
    await expect(page.getByRole("heading", { name: "Connect to Authorize.Net" })).toBeVisible();
    const connect = page.getByRole("button", { name: "Connect Account" });
    await expect(connect).toBeDisabled();
    await page.getByLabel("API login ID").fill(loginId);
    await expect(connect).toBeDisabled();
    await page.getByLabel("Transaction key").fill(transactionKey);
    await expect(connect).toBeEnabled();
    await connect.click();
    await expect(page.getByText("Successfully connected to Authorize.Net")).toBeVisible();
    const card = providerCard(page, "Authorize.Net");
    await expect(card.getByText("Connected", { exact: true })).toBeVisible();
    await expect(card.getByRole("button", { name: "Sync Now" })).toBeVisible();
    await expect(card.getByRole("button", { name: "Disconnect" })).toBeVisible();
    await expect(page.getByText("1/3")).toBeVisible();
  });

  test.describe("refused", () => {
    test.use({ expectedErrors: [/status of (422|502)/] });

    test("shows the error, and keeps the form, also when Authorize.Net is down", async ({
      page,
    }) => {
      await page.goto("/integrations?connect=authorize");
      await page.getByLabel("API login ID").fill(loginId);
      await page.getByLabel("Transaction key").fill("notTheKey1234567");
      await page.getByRole("button", { name: "Connect Account" }).click();
      await expect(page.getByText(AUTHORIZE_FAILED)).toBeVisible();
      await expect(
        page.getByRole("alert").filter({ hasText: /^Authorize\.Net doesn't accept/ }),
      ).toBeVisible();
      await expect(page.getByLabel("Transaction key")).toBeFocused();

      await injectFault({ provider: "authorizenet", kind: "status", status: 503 });
      await page.goto("/integrations?connect=authorize");
      await page.getByLabel("API login ID").fill(loginId);
      await page.getByLabel("Transaction key").fill(transactionKey);
      await page.getByRole("button", { name: "Connect Account" }).click();
      await expect(page.getByText(AUTHORIZE_FAILED)).toBeVisible();
      await expect(page.getByRole("heading", { name: "Connect to Authorize.Net" })).toBeVisible();
    });
  });
});

test.describe("QuickBooks", () => {
  test("goes to Intuit and returns connected", async ({ page }) => {
    await page.goto("/integrations?tab=accounting");
    const card = providerCard(page, "QuickBooks");
    await card.getByRole("button", { name: "Connect QuickBooks" }).click();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByText("Successfully connected to QuickBooks")).toBeVisible();
    await expect(page).toHaveURL(/\/integrations$/);
    await expect(page.getByText("1/2")).toBeVisible();
    await page.getByRole("tab", { name: "Accounting Software" }).click();
    await expect(card.getByText("Connected", { exact: true })).toBeVisible();
    await expect(card.getByRole("button", { name: "Disconnect" })).toBeVisible();
    await expect(card.getByRole("button", { name: "Sync Now" })).toBeVisible();
  });

  test.describe("without an answer", () => {
    test.use({ expectedErrors: [/net::ERR_/] });

    test("shows connecting, then not connected", async ({ page }) => {
      let fail = () => {};
      const failing = new Promise<void>((resolve) => {
        fail = resolve;
      });
      await page.route("**/api/qb/connect/", async (route) => {
        await failing;
        await route.abort();
      });
      await page.goto("/integrations?tab=accounting");
      const card = providerCard(page, "QuickBooks");
      const connect = card.getByRole("button", { name: "Connect QuickBooks" });
      await connect.click();
      await expect(card.getByText("Connecting...")).toBeVisible();
      await expect(connect).toBeDisabled();
      fail();
      await expect(page.getByText(QUICKBOOKS_FAILED)).toBeVisible();
      await expect(card.getByText("Connecting...")).toHaveCount(0);
      await expect(connect).toBeEnabled();
    });
  });

  test("fails when no address is returned", async ({ page }) => {
    await page.route("**/api/qb/connect/", (route) => route.fulfill({ json: {} }));
    await page.goto("/integrations?tab=accounting");
    await page.getByRole("button", { name: "Connect QuickBooks" }).click();
    await expect(page.getByText(QUICKBOOKS_FAILED)).toBeVisible();
  });
});

test.describe("Disconnect", () => {
  test("names the consequences, and ends the connection", async ({ page, account }) => {
    await connectQuickbooks(account.token);
    await page.goto("/integrations?tab=accounting");
    const card = providerCard(page, "QuickBooks");
    await card.getByRole("button", { name: "Disconnect" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Disconnect from QuickBooks?" });
    await expect(dialog).toContainText("Posted deposits stay in QuickBooks.");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(card.getByText("Connected", { exact: true })).toBeVisible();
    await card.getByRole("button", { name: "Disconnect" }).click();
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await expect(page.getByText("Successfully disconnected from QuickBooks")).toBeVisible();
    await expect(card.getByRole("button", { name: "Connect QuickBooks" })).toBeEnabled();
    await expect(page.getByText("0/2")).toBeVisible();
  });

  test("works for both processors", async ({ page, account }) => {
    await connectStripeByKey(account.token);
    await page.goto("/integrations?connect=authorize");
    await page.getByLabel("API login ID").fill(AUTHORIZENET_MERCHANT.loginId);
    await page.getByLabel("Transaction key").fill(AUTHORIZENET_MERCHANT.transactionKey);
    await page.getByRole("button", { name: "Connect Account" }).click();
    await expect(page.getByText("2/3")).toBeVisible();
    for (const name of ["Stripe", "Authorize.Net"]) {
      await providerCard(page, name).getByRole("button", { name: "Disconnect" }).click();
      await page
        .getByRole("alertdialog", { name: `Disconnect from ${name}?` })
        .getByRole("button", { name: "Disconnect" })
        .click();
      await expect(page.getByText(`Successfully disconnected from ${name}`)).toBeVisible();
      await expect(page.getByRole("button", { name: `Connect ${name}` })).toBeEnabled();
    }
    await expect(page.getByText("0/3")).toBeVisible();
  });

  test.describe("without an answer", () => {
    test.use({ expectedErrors: [/net::ERR_/] });

    test("shows the failure, and stays connected", async ({ page, account }) => {
      await connectStripeByKey(account.token);
      await page.route("**/api/stripe/disconnect-stripe/", (route) => route.abort());
      await page.goto("/integrations");
      const card = providerCard(page, "Stripe");
      await card.getByRole("button", { name: "Disconnect" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
      await expect(page.getByText("Failed to disconnect from Stripe")).toBeVisible();
      await expect(card.getByText("Connected", { exact: true })).toBeVisible();
    });
  });
});
