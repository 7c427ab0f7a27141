import type { Locator } from "@playwright/test";
import { STRIPE_KEY } from "./addresses";
import { newCredentials, resetEmulators } from "./api";
import { expect, test } from "./fixtures";

/** From the landing page to the first posting, fields apart; it may get fewer, never more. */
const CLICKS = 10;

test("from the landing page to the first posting in few clicks, obvious accounts named", async ({
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

  await page.goto("/");
  await click(page.getByRole("link", { name: "Get Started", exact: true }));
  const { username, email, password } = newCredentials();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
  await click(page.getByRole("checkbox"));
  await click(page.getByRole("button", { name: "Create Account" }));

  await click(page.getByRole("link", { name: "Connect Stripe" }));
  await page.getByLabel("Secret key").fill(STRIPE_KEY);
  await page.getByLabel("Import payouts from", { exact: true }).fill("");
  await click(page.getByRole("button", { name: "Connect Account" }));
  await expect(provider("Stripe").getByText("Connected", { exact: true })).toBeVisible();

  const nextStep = page.getByRole("region", { name: "Next step" });
  await click(nextStep.getByRole("button", { name: "Continue with QuickBooks" }));
  await click(page.getByRole("button", { name: "Connect", exact: true }));
  await expect(page.getByText("Successfully connected to QuickBooks")).toBeVisible();

  await expect(nextStep).toContainText(
    "Deposits go to Checking, Stripe fees to Merchant Processing Fees.",
  );
  await click(nextStep.getByRole("button", { name: "Use these accounts" }));
  await expect(page.getByText("Accounts saved")).toBeVisible();

  // Connecting has synced both.
  await expect(page.getByRole("heading", { name: "Review", exact: true })).toBeVisible();
  const post = (place: Locator) => place.getByRole("button", { name: /^Post \d+ deposits?$/ });
  await click(post(page.getByRole("main")));
  await click(post(page.getByRole("alertdialog")));
  await expect(page.getByText(/Posting \d+ deposits?|posted/).first()).toBeVisible();
  expect(clicks).toBe(CLICKS);
});
