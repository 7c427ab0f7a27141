import { failureList } from "@/lib/contracts/failures";
import { stripeConnect, stripeSync } from "@/lib/contracts/integrations";
import { STRIPE_KEY } from "./addresses";
import { callApi, resetStandIns } from "./api";
import { axeFindings } from "./axe";
import { expect, signedInTest as test } from "./fixtures";
import { clearFaults, connectStripeByKey, injectFault, providerCard } from "./stand-ins";

test.beforeEach(resetStandIns);

test("progress comes by the stream alone: nothing is asked again and again", async ({
  page,
  account,
}) => {
  await injectFault({
    provider: "stripe",
    match: { path: "/v1/balance_transactions" },
    kind: "delay",
    delayMs: 1_000,
  });
  await callApi(stripeConnect, { token: account.token, body: { secret_key: STRIPE_KEY } });
  const streamed = page.waitForResponse(/\/api\/events\//);
  await page.goto("/integrations");
  const card = providerCard(page, "Stripe");
  expect((await streamed).headers()["content-type"]).toContain("text/event-stream");
  // From now on nothing but the stream can tell how far the sync is.
  await page.route("**/api/sync-runs/", (route) => route.abort("aborted"));
  await expect(
    card.getByText(/^Reading payouts' lines, \d+ of \d+$|^Fetching payouts/),
  ).toBeVisible({
    timeout: 20_000,
  });
  await clearFaults();
  await expect(page.getByText("Successfully synced Stripe payouts").first()).toBeVisible({
    timeout: 60_000,
  });
});

test.describe("without a stream", () => {
  test.use({ expectedErrors: [/net::ERR_/] });

  test("pages ask as before", async ({ page, account }) => {
    await connectStripeByKey(account.token);
    await page.route("**/api/events/**", (route) => route.abort());
    await page.goto("/integrations");
    const card = providerCard(page, "Stripe");
    await card.getByRole("button", { name: "Sync Now" }).click();
    await expect(page.getByText("Successfully synced Stripe payouts")).toBeVisible({
      timeout: 60_000,
    });
    await expect(card.getByText(/payouts read, 0 new/)).toBeVisible();
  });
});

test("what was given up shows while the page is open, and is retried there", async ({
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
  await callApi(stripeSync, { token: account.token, query: "?wait=0" });
  await expect(attention.getByText("Stripe could not be synced")).toBeVisible({ timeout: 60_000 });
  expect(await axeFindings(page)).toEqual([]);
  const { waiting } = await callApi(failureList, { token: account.token });
  expect(waiting).toBe(1);

  await clearFaults();
  await attention.getByRole("button", { name: "Retry: Stripe could not be synced" }).click();
  await expect(page.getByText("It is tried again")).toBeVisible();
  await expect(attention).toHaveCount(0);
  await expect(page.getByText("Successfully synced Stripe payouts").first()).toBeVisible({
    timeout: 60_000,
  });
});

test("what was given up can be dismissed", async ({ page, account }) => {
  await connectStripeByKey(account.token);
  await injectFault({
    provider: "stripe",
    match: { path: "/v1/payouts" },
    kind: "status",
    status: 403,
  });
  await callApi(stripeSync, { token: account.token, query: "?wait=0" });
  await page.goto("/integrations");
  const attention = page.getByRole("region", { name: "Needs attention" });
  await attention
    .getByRole("button", { name: "Dismiss: Stripe could not be synced" })
    .click({ timeout: 60_000 });
  await expect(attention).toHaveCount(0);
  await page.reload();
  await expect(providerCard(page, "Stripe").getByText(/Last sync failed/)).toBeVisible();
  await expect(attention).toHaveCount(0);
});
