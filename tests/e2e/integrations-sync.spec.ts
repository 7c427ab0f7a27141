import { AUTHORIZENET_MERCHANT } from "@/emulators/authorizenet/state";
import { providerEndpoints } from "@/lib/contracts/providers";
import { STRIPE_KEY } from "./addresses";
import { callApi, resetEmulators } from "./api";
import { withBooks } from "./books";
import {
  clearFaults,
  connectQuickbooks,
  connectStripeByKey,
  injectFault,
  PAYOUT_LINES_HELD,
  providerCard,
} from "./emulators";
import { expect, signedInTest as test } from "./fixtures";

test.beforeEach(resetEmulators);

test("progress is shown in place, survives a reload and can be stopped", async ({ page }) => {
  await injectFault(PAYOUT_LINES_HELD);
  await page.goto("/integrations?connect=stripe");
  await page.getByLabel("Secret key").fill(STRIPE_KEY);
  // In the first days of a month there is nothing yet from the offered day on.
  await page.getByLabel("Import payouts from", { exact: true }).fill("");
  await page.getByRole("button", { name: "Connect Account" }).click();
  const card = providerCard(page, "Stripe");
  const bar = card.getByRole("progressbar", { name: "Stripe sync" });
  const progress = card.getByText(/^Importing payout details, \d+ of \d+$/);
  await expect(progress).toBeVisible();
  await expect(bar).toHaveAttribute("aria-valuetext", /\d+ of \d+$/);
  await expect(card.getByRole("button", { name: "Sync Now" })).toBeDisabled();

  await page.reload();
  await expect(progress).toBeVisible();
  await card.getByRole("button", { name: "Cancel Stripe sync" }).click();
  await expect(page.getByText("Stripe sync stopped")).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(card.getByText(/Last sync stopped/)).toBeVisible();

  await clearFaults();
  await card.getByRole("button", { name: "Sync Now" }).click();
  await expect(page.getByText("Successfully synced Stripe payouts")).toBeVisible();
});

test("an expired connection asks to reconnect, and reconnects", async ({ page, account }) => {
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
  ).toBeVisible();
  await expect(card.getByText("Expired", { exact: true })).toBeVisible();
  await expect(
    card.getByText(/^Your Stripe connection has expired\. Reconnect to continue/),
  ).toBeVisible();
  await expect(card.getByRole("button", { name: "Disconnect" })).toBeVisible();
  await expect(page.getByText("0/3")).toBeVisible();

  await clearFaults();
  await card.getByRole("button", { name: "Reconnect Stripe" }).click();
  await page.getByLabel("Secret key").fill(STRIPE_KEY);
  await page.getByRole("button", { name: "Connect Account" }).click();
  await expect(card.getByText("Connected", { exact: true })).toBeVisible();
  await expect(card.getByText(/Last synced/)).toBeVisible();
});

test.describe("Sync Now", () => {
  test.use({ expectedErrors: [/net::ERR_|status of 502/] });

  test("says when it did not start, why it failed, and then its result and where to look", async ({
    page,
    account,
  }) => {
    await connectStripeByKey(account.token);
    const couldNot = page.getByText("Could not sync Stripe payouts. Please try again later.");
    await page.route("**/api/stripe/save-payouts/**", (route) => route.abort());
    await page.goto("/integrations");
    const card = providerCard(page, "Stripe");
    const sync = card.getByRole("button", { name: "Sync Now" });
    await expect(card.getByText(/Last synced/)).toBeVisible();
    await sync.click();
    await expect(couldNot).toBeVisible();
    await expect(page.getByText("No connection to the server.")).toBeVisible();
    await page.unrouteAll();

    await injectFault({ provider: "stripe", match: { path: "/v1/payouts" }, kind: "cut" });
    await page.reload();
    await sync.click();
    await expect(couldNot).toBeVisible();
    await expect(card.getByText(/Last sync failed/)).toBeVisible();
    await expect(card.getByText(/^Stripe didn't respond as expected/)).toBeVisible();
    await expect(card.getByText(/Last successful sync/)).toBeVisible();
    await expect(sync).toBeEnabled();

    await clearFaults();
    await sync.click();
    // A toast stays while the pointer is on it.
    await page.getByText("Successfully synced Stripe payouts").hover();
    await expect(card.getByText(/^0 new payouts \(\d+ checked\)/)).toBeVisible();
    await page.getByRole("button", { name: "View transactions" }).click();
    await expect(page).toHaveURL(/\/transactions$/);
  });
});

test("Authorize.Net syncs its batches, and shows why a sync failed", async ({ page, account }) => {
  await callApi(providerEndpoints.authorizenet.connectByKey, {
    token: account.token,
    body: {
      login_id: AUTHORIZENET_MERCHANT.loginId,
      transcation_key: AUTHORIZENET_MERCHANT.transactionKey,
    },
  });
  await page.goto("/integrations");
  const card = providerCard(page, "Authorize.Net");
  await expect(card.getByText(/Last synced/)).toBeVisible();
  await card.getByRole("button", { name: "Sync Now" }).click();
  await expect(page.getByText("Successfully synced Authorize.Net payouts").first()).toBeVisible();
  await expect(card.getByRole("button", { name: "Sync Now" })).toBeEnabled();
  await injectFault({ provider: "authorizenet", kind: "status", status: 503 });
  await card.getByRole("button", { name: "Sync Now" }).click();
  await expect(
    page.getByText("Could not sync Authorize.Net payouts. Please try again later."),
  ).toBeVisible();
  await expect(card.getByText(/Last sync failed/)).toBeVisible();
});

test("the month's reads at QuickBooks: nearly used up, all refused, then used up", async ({
  page,
  account,
}) => {
  // The month is counted from the first read on.
  await connectQuickbooks(account.token);
  await callApi(providerEndpoints.quickbooks.sync, {
    token: account.token,
    query: "?wait=100",
  });
  const reads = (change: string) =>
    withBooks(account, ({ query }) => query(`UPDATE monthly_reads SET ${change}`));
  try {
    await reads("reads = 738000000");
    await page.goto("/integrations?tab=accounting");
    const card = providerCard(page, "QuickBooks");
    await expect(
      card.getByText("82% of this month's reads from QuickBooks are used"),
    ).toBeVisible();
    await expect(
      card.getByText(/^Lists from QuickBooks wait until [A-Z][a-z]{2} 1, \d{4}: the rest is kept/),
    ).toBeVisible();
    await expect(card.getByRole("button", { name: "Sync Now" })).toBeEnabled();

    const sevenHours = "refused_since = now() - interval '7 hours'";
    await reads(`reads = 5, refusals = 10, tried_at = now(), refused_at = now(), ${sevenHours}`);
    await page.reload();
    await expect(
      card.getByText(/^QuickBooks has refused all reads of this installation's app since \w/),
    ).toBeVisible();
    await expect(card.getByText(/We retry once an hour; imports and postings wait/)).toBeVisible();
    // It may make the hour's read.
    await expect(card.getByRole("button", { name: "Sync Now" })).toBeEnabled();

    await reads("reads = 900000000, refused_at = now()");
    await page.reload();
    await expect(
      card.getByText("QuickBooks' monthly allowance of reads is used up", { exact: true }),
    ).toBeVisible();
    await expect(card.getByRole("button", { name: "Sync Now" })).toBeDisabled();
    await page.getByRole("link", { name: "Dashboard" }).click();
    await expect(
      page.getByText(
        /^Imports and postings continue on [A-Z][a-z]{2} 1, \d{4}\. Nothing is lost\.$/,
      ),
    ).toBeVisible();
  } finally {
    await withBooks(account, ({ query }) => query("DELETE FROM monthly_reads"));
  }
});
