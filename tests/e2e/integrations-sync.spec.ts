import { authorizeConnect } from "@/lib/contracts/integrations";
import { AUTHORIZENET_MERCHANT } from "@/sandbox/authorizenet/state";
import { STRIPE_KEY } from "./addresses";
import { callApi, resetStandIns, resetToWholeSample } from "./api";
import { expect, signedInTest as test } from "./fixtures";
import { clearFaults, connectStripeByKey, injectFault, providerCard } from "./stand-ins";

test.beforeEach(resetStandIns);

test("Sync Now tells the result and where to look", async ({ page, account }) => {
  await connectStripeByKey(account.token);
  await page.goto("/integrations");
  const card = providerCard(page, "Stripe");
  await expect(card.getByText(/Last synced/)).toBeVisible();
  await card.getByRole("button", { name: "Sync Now" }).click();
  await expect(page.getByText("Successfully synced Stripe payouts")).toBeVisible({
    timeout: 60_000,
  });
  await expect(card.getByText(/payouts read, 0 new/)).toBeVisible();
  await page.getByRole("button", { name: "View Transactions" }).click();
  await expect(page).toHaveURL(/\/transactions$/);
});

test("progress is told in place, survives a reload and can be stopped", async ({ page }) => {
  // So many payouts that the sync is still under way after the reload, on a slow machine too.
  await resetToWholeSample();
  await injectFault({
    provider: "stripe",
    match: { path: "/v1/balance_transactions" },
    kind: "delay",
    delayMs: 2_500,
  });
  await page.goto("/integrations?connect=stripe");
  await page.getByLabel("Secret key").fill(STRIPE_KEY);
  await page.getByRole("button", { name: "Connect Account" }).click();
  const card = providerCard(page, "Stripe");
  const bar = card.getByRole("progressbar", { name: "Sync of Stripe" });
  const told = card.getByText(/^Reading payouts' lines, \d+ of \d+$/);
  await expect(told).toBeVisible({ timeout: 20_000 });
  await expect(bar).toHaveAttribute("aria-valuetext", /\d+ of \d+$/);
  await expect(card.getByRole("button", { name: "Sync Now" })).toBeDisabled();

  await page.reload();
  await expect(told).toBeVisible();
  await card.getByRole("button", { name: "Cancel the sync of Stripe" }).click();
  await expect(page.getByText("Sync of Stripe stopped")).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(card.getByText(/Last sync stopped/)).toBeVisible();

  await clearFaults();
  await card.getByRole("button", { name: "Sync Now" }).click();
  await expect(page.getByText("Successfully synced Stripe payouts")).toBeVisible({
    timeout: 60_000,
  });
});

test("a sync that fails says why, and when the one before worked", async ({ page, account }) => {
  await connectStripeByKey(account.token);
  await injectFault({ provider: "stripe", match: { path: "/v1/payouts" }, kind: "cut" });
  await page.goto("/integrations");
  const card = providerCard(page, "Stripe");
  await card.getByRole("button", { name: "Sync Now" }).click();
  await expect(
    page.getByText("Could not sync Stripe payouts. Please try again later."),
  ).toBeVisible({ timeout: 60_000 });
  await expect(card.getByText(/Last sync failed/)).toBeVisible();
  await expect(card.getByText(/^Stripe did not answer as expected/)).toBeVisible();
  await expect(card.getByText(/Last successful sync/)).toBeVisible();
  await expect(card.getByRole("button", { name: "Sync Now" })).toBeEnabled();
});

test("an expired connection asks to reconnect, and can be", async ({ page, account }) => {
  await connectStripeByKey(account.token);
  await injectFault({
    provider: "stripe",
    match: { path: "/v1/payouts" },
    kind: "status",
    status: 401,
  });
  await page.goto("/integrations");
  const card = providerCard(page, "Stripe");
  await card.getByRole("button", { name: "Sync Now" }).click();
  await expect(
    page.getByText("Could not sync Stripe payouts. Please try again later."),
  ).toBeVisible({ timeout: 60_000 });
  await expect(card.getByText("Expired", { exact: true })).toBeVisible();
  await expect(
    card.getByText(/^Stripe no longer accepts our access\. Nothing is lost/),
  ).toBeVisible();
  await expect(card.getByRole("button", { name: "Disconnect" })).toBeVisible();
  await expect(page.getByText("0/3")).toBeVisible();

  await clearFaults();
  await card.getByRole("button", { name: "Reconnect Stripe" }).click();
  await page.getByLabel("Secret key").fill(STRIPE_KEY);
  await page.getByRole("button", { name: "Connect Account" }).click();
  await expect(card.getByText("Connected", { exact: true })).toBeVisible();
  await expect(card.getByText(/Last synced/)).toBeVisible({ timeout: 60_000 });
});

test.describe("without an answer", () => {
  test.use({ expectedErrors: [/net::ERR_/] });

  test("says that the sync could not be started", async ({ page, account }) => {
    await connectStripeByKey(account.token);
    await page.route("**/api/stripe/save-payouts/**", (route) => route.abort());
    await page.goto("/integrations");
    await providerCard(page, "Stripe").getByRole("button", { name: "Sync Now" }).click();
    await expect(
      page.getByText("Could not sync Stripe payouts. Please try again later."),
    ).toBeVisible();
    await expect(page.getByText("No connection to the server.")).toBeVisible();
  });
});

test.describe("Authorize.Net", () => {
  test.beforeEach(({ account }) =>
    callApi(authorizeConnect, {
      token: account.token,
      body: {
        login_id: AUTHORIZENET_MERCHANT.loginId,
        transcation_key: AUTHORIZENET_MERCHANT.transactionKey,
      },
    }),
  );

  test("syncs its batches", async ({ page }) => {
    await page.goto("/integrations");
    const card = providerCard(page, "Authorize.Net");
    await expect(card.getByText(/Last synced/)).toBeVisible({ timeout: 60_000 });
    await card.getByRole("button", { name: "Sync Now" }).click();
    await expect(page.getByText("Successfully synced Authorize.Net payouts").first()).toBeVisible({
      timeout: 60_000,
    });
  });

  test("says why a sync failed", async ({ page }) => {
    await page.goto("/integrations");
    const card = providerCard(page, "Authorize.Net");
    await expect(card.getByText(/Last synced/)).toBeVisible({ timeout: 60_000 });
    await injectFault({ provider: "authorizenet", kind: "status", status: 503 });
    await card.getByRole("button", { name: "Sync Now" }).click();
    await expect(
      page.getByText("Could not sync Authorize.Net payouts. Please try again later."),
    ).toBeVisible({ timeout: 60_000 });
    await expect(card.getByText(/Last sync failed/)).toBeVisible();
  });
});
