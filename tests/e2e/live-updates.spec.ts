import { failureList } from "@/lib/contracts/failures";
import { providerEndpoints } from "@/lib/contracts/providers";
import { STRIPE_KEY } from "./addresses";
import { callApi, resetEmulators } from "./api";
import { axeFindings } from "./axe";
import {
  clearFaults,
  connectStripeByKey,
  injectFault,
  PAYOUT_LINES_HELD,
  providerCard,
} from "./emulators";
import { expect, signedInTest as test } from "./fixtures";

test.beforeEach(resetEmulators);

test("progress arrives by the stream alone, without polling", async ({ page, account }) => {
  await injectFault(PAYOUT_LINES_HELD);
  await callApi(providerEndpoints.stripe.connectByKey, {
    token: account.token,
    body: { secret_key: STRIPE_KEY },
  });
  const streamed = page.waitForResponse(/\/api\/events\//);
  await page.goto("/integrations");
  const card = providerCard(page, "Stripe");
  expect((await streamed).headers()["content-type"]).toContain("text/event-stream");
  // From here only the stream can report the sync's progress.
  await page.route("**/api/sync-runs/", (route) => route.abort("aborted"));
  await expect(
    card.getByText(/^Importing payout details, \d+ of \d+$|^Fetching payouts/),
  ).toBeVisible();
  await clearFaults();
  await expect(page.getByText("Successfully synced Stripe payouts").first()).toBeVisible();
});

test.describe("without a stream", () => {
  test.use({ expectedErrors: [/net::ERR_/] });

  test("pages poll as before", async ({ page, account }) => {
    await connectStripeByKey(account.token);
    await page.route("**/api/events/**", (route) => route.abort());
    await page.goto("/integrations");
    const card = providerCard(page, "Stripe");
    await card.getByRole("button", { name: "Sync Now" }).click();
    await expect(page.getByText("Successfully synced Stripe payouts")).toBeVisible();
    await expect(card.getByText(/^0 new payouts \(\d+ checked\)/)).toBeVisible();
  });
});

test("a failed job appears while the page is open, and is retried or dismissed there", async ({
  page,
  account,
}) => {
  await connectStripeByKey(account.token);
  await page.goto("/integrations");
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(providerCard(page, "Stripe")).toBeVisible();
  await expect(attention).toHaveCount(0);
  await injectFault({
    provider: "stripe",
    match: { path: "/v1/payouts" },
    kind: "status",
    status: 403,
  });
  await callApi(providerEndpoints.stripe.sync, { token: account.token, query: "?wait=0" });
  await expect(attention.getByText("Stripe sync failed")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const { waiting } = await callApi(failureList, { token: account.token });
  expect(waiting).toBe(1);

  await clearFaults();
  await attention.getByRole("button", { name: "Retry: Stripe sync failed" }).click();
  await expect(page.getByText("Retrying…")).toBeVisible();
  await expect(attention).toHaveCount(0);
  await expect(page.getByText("Successfully synced Stripe payouts").first()).toBeVisible();

  // Another one is dismissed.
  await injectFault({
    provider: "stripe",
    match: { path: "/v1/payouts" },
    kind: "status",
    status: 403,
  });
  await callApi(providerEndpoints.stripe.sync, { token: account.token, query: "?wait=0" });
  await attention.getByRole("button", { name: "Dismiss: Stripe sync failed" }).click();
  await expect(attention).toHaveCount(0);
  await page.reload();
  await expect(providerCard(page, "Stripe").getByText(/Last sync failed/)).toBeVisible();
  await expect(attention).toHaveCount(0);
});
