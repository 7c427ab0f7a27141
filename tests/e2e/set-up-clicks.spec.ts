import type { Locator } from "@playwright/test";
import { STRIPE_KEY } from "./addresses";
import { newCredentials, resetEmulators } from "./api";
import { expect, test } from "./fixtures";
import { sendSignUpForm } from "./sign-up-form";

/** From the account to the review; it may get fewer, never more. */
const CLICKS = 8;

test("from the sign-up to the review in few clicks, obvious accounts preselected", async ({
  page,
}) => {
  test.slow();
  await resetEmulators();
  const provider = (name: string) => page.getByRole("group", { name, exact: true });
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };

  await page.goto("/signup");
  await sendSignUpForm(page, newCredentials());

  await click(page.getByRole("link", { name: "Go to Integrations" }));
  await click(provider("Stripe").getByRole("button", { name: "Connect Stripe" }));
  await page.getByLabel("Secret key").fill(STRIPE_KEY);
  await page.getByLabel("Import payouts from", { exact: true }).fill("");
  await click(page.getByRole("button", { name: "Connect Account" }));
  await expect(provider("Stripe").getByText("Connected", { exact: true })).toBeVisible();

  const nextStep = () => page.getByRole("region", { name: "Next step" });
  await click(nextStep().getByRole("button", { name: "Continue with QuickBooks" }));
  await click(page.getByRole("button", { name: "Connect", exact: true }));
  await expect(page.getByText("Successfully connected to QuickBooks")).toBeVisible();

  await click(nextStep().getByRole("button", { name: "Choose accounts" }));
  await expect(page.getByRole("combobox", { name: "Bank account" })).toHaveText("Checking");
  await expect(page.getByRole("combobox", { name: "Expense category for Stripe fees" })).toHaveText(
    "Merchant Processing Fees",
  );
  await click(page.getByRole("button", { name: "Save" }));
  await expect(page.getByText("Accounts saved")).toBeVisible();

  // Connecting has synced both.
  await click(nextStep().getByRole("link", { name: "Review" }));
  await expect(page.getByRole("heading", { name: "Review", exact: true })).toBeVisible();
  await expect(page.getByText(/ready to post · /)).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(CLICKS);
});
