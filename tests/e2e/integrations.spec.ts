import { resetEmulators } from "./api";
import { connectStripeByKey, providerCard } from "./emulators";
import { expect, signedInTest as test } from "./fixtures";
import { hold } from "./held";

const LOAD_FAILED = "Failed to load integrations. Please try again later.";

test("lists every provider with its first status", async ({ page }) => {
  await page.goto("/integrations");
  await expect(page).toHaveTitle(/^Integrations/);
  await expect(page.getByRole("heading", { name: "Integrations", level: 1 })).toBeVisible();
  await expect(page.getByText("0/3")).toBeVisible();
  await expect(page.getByText("0/2")).toBeVisible();
  await expect(page.getByText("Ready to match deposits")).toBeVisible();
  await expect(
    page.getByText("Connect a payment processor and your accounting software to start matching"),
  ).toBeVisible();

  for (const name of ["Stripe", "Authorize.Net", "PayPal"]) {
    const card = providerCard(page, name);
    await expect(card.getByRole("button", { name: `Connect ${name}` })).toBeEnabled();
    await expect(card.getByText(/Connected|Coming Soon/)).toHaveCount(0);
    await expect(card.getByRole("button", { name: "Disconnect" })).toHaveCount(0);
    await expect(card.getByRole("button", { name: /Settings/ })).toHaveCount(0);
  }

  await page.getByRole("tab", { name: "Accounting Software" }).click();
  for (const name of ["QuickBooks", "Xero"]) {
    await expect(page.getByRole("button", { name: `Connect ${name}` })).toBeEnabled();
    await expect(providerCard(page, name).getByText("Coming Soon")).toHaveCount(0);
  }
});

test("the matcher is one click away", async ({ page }) => {
  await page.goto("/integrations");
  await page.getByRole("link", { name: "Go to Matcher" }).click();
  await expect(page).toHaveURL(/\/manual-match$/);
});

test("tab and form stay in the address", async ({ page }) => {
  await page.goto("/integrations");
  const accounting = page.getByRole("tab", { name: "Accounting Software" });
  const processors = page.getByRole("tab", { name: "Payment Processors" });
  await expect(processors).toHaveAttribute("aria-selected", "true");
  await accounting.click();
  await expect(page).toHaveURL(/\/integrations\?tab=accounting$/);
  await page.reload();
  await expect(accounting).toHaveAttribute("aria-selected", "true");
  await processors.click();
  await expect(page).toHaveURL(/\/integrations$/);

  await page.getByRole("button", { name: "Connect Stripe" }).click();
  await expect(page).toHaveURL(/\?connect=stripe$/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Connect to Stripe" })).toBeVisible();
  await page.getByRole("button", { name: "← Back to integrations" }).click();
  await expect(page).toHaveURL(/\/integrations$/);
  await expect(providerCard(page, "Stripe")).toBeFocused();

  await page.getByRole("button", { name: "Connect Authorize.Net" }).click();
  await expect(page.getByRole("heading", { name: "Connect to Authorize.Net" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Integrations", level: 1 })).toBeVisible();
});

test("a form closed while the page still loads returns the focus to its card", async ({ page }) => {
  const answer = await hold(page, "/api/jobs/failed/");
  await page.goto("/integrations?connect=stripe");
  await page.getByRole("button", { name: "← Back to integrations" }).click();
  await expect(page.getByRole("status", { name: "Loading integrations" })).toBeVisible();
  answer();
  await expect(providerCard(page, "Stripe")).toBeFocused();
});

test("shows a spinner until the integrations are loaded", async ({ page }) => {
  const answer = await hold(page, "/api/user/integrations/");
  await page.goto("/integrations");
  await expect(page.getByRole("status", { name: "Loading integrations" })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
  answer();
  await expect(page.getByRole("tab")).toHaveCount(2);
  await expect(page.getByRole("status", { name: "Loading integrations" })).toHaveCount(0);
});

test("marks a newly connected provider, announces it and clears the address", async ({
  page,
  account,
}) => {
  await resetEmulators();
  await connectStripeByKey(account.token);
  await page.goto("/integrations?stripe_connected=true");
  await expect(page.getByText("Successfully connected to Stripe")).toBeVisible();
  await expect(page).toHaveURL(/\/integrations$/);
  await expect(providerCard(page, "Stripe").getByText("Connected", { exact: true })).toBeVisible();
  await expect(page.getByText("1/3")).toBeVisible();

  await page.goto("/integrations?qb_connected=true");
  await expect(page.getByText("Successfully connected to QuickBooks")).toBeVisible();
  await expect(page).toHaveURL(/\/integrations$/);
});

test.describe("when the integrations fail to load", () => {
  test.use({ expectedErrors: [/net::ERR_/] });

  test("shows an error, and Retry loads them", async ({ page }) => {
    await page.route("**/api/user/integrations/", (route) => route.abort());
    await page.goto("/integrations");
    await expect(page.getByText(LOAD_FAILED)).toBeVisible();
    await expect(
      page.getByRole("heading", { name: "Couldn't load your integrations" }),
    ).toBeVisible();
    await page.unroute("**/api/user/integrations/");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(providerCard(page, "Stripe")).toBeVisible();
  });
});

test.describe("without a stored token", () => {
  // The page's frame makes its own requests meanwhile.
  test.use({ expectedErrors: [/status of 401/] });

  test("asks to log in", async ({ page }) => {
    await page.addInitScript(() => localStorage.removeItem("authToken"));
    await page.goto("/integrations");
    await expect(page.getByText("Authentication required. Please log in again.")).toBeVisible();
    await expect(page).toHaveURL(/\/login(\?|$)/);
  });
});
