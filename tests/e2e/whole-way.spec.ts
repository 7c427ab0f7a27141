import { parseDecimal } from "@/lib/money";
import { STRIPE_KEY } from "./addresses";
import { ledgerDeposits, newCredentials, resetToWholeSample } from "./api";
import { expect, test } from "./fixtures";
import { settled } from "./settled";
import { sendSignUpForm } from "./sign-up-form";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("from the landing page to a deposit in QuickBooks, with clicks only", async ({ page }) => {
  test.slow();
  await resetToWholeSample();
  const credentials = newCredentials();
  const provider = (name: string) => page.getByRole("group", { name, exact: true });

  await test.step("sign up", async () => {
    await page.goto("/");
    await expect(
      page.getByRole("heading", { name: "Automatically Match Your Deposits" }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Get Started", exact: true }).click();
    await sendSignUpForm(page, credentials);
    await expect(page.getByText("Account created successfully!")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  });

  await test.step("connect Stripe by key", async () => {
    await page.getByRole("link", { name: "Go to Integrations" }).click();
    await provider("Stripe").getByRole("button", { name: "Connect Stripe" }).click();
    await expect(page.getByRole("button", { name: "Connect Account" })).toBeDisabled();
    await page.getByLabel("Secret key").fill(STRIPE_KEY);
    // The sample's history is older than this month.
    await page.getByLabel("Import payouts from", { exact: true }).fill("");
    await page.getByRole("button", { name: "Connect Account" }).click();
    await expect(provider("Stripe").getByText("Connected", { exact: true })).toBeVisible();
  });

  await test.step("connect QuickBooks by consent", async () => {
    await page.getByRole("tab", { name: /accounting/i }).click();
    await provider("QuickBooks").getByRole("button", { name: "Connect QuickBooks" }).click();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByText("Successfully connected to QuickBooks")).toBeVisible();
    await expect(page).toHaveURL(/\/integrations$/);
  });

  await test.step("choose the bank account and the expense category", async () => {
    await page.getByRole("tab", { name: /accounting/i }).click();
    await provider("QuickBooks").getByRole("button", { name: "QuickBooks Settings" }).click();
    await expect(page.getByRole("combobox", { name: "Bank account" })).toHaveText("Checking");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Bank account settings saved successfully")).toBeVisible();
    await page.getByRole("tab", { name: /payment/i }).click();
    await provider("Stripe").getByRole("button", { name: "Stripe Settings" }).click();
    await expect(page.getByRole("combobox", { name: "Expense category" })).toHaveText(
      "Merchant Processing Fees",
    );
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Expense category saved successfully")).toBeVisible();
  });

  await test.step("sync", async () => {
    // The first sync's message may still be there, so it doesn't tell when this one is under way.
    const answered = page.waitForResponse(/\/api\/stripe\/save-payouts\//);
    await provider("Stripe").getByRole("button", { name: "Sync Now" }).click();
    expect((await answered).ok()).toBe(true);
    await expect(page.getByText("Successfully synced Stripe payouts").first()).toBeVisible();
    await expect(provider("Stripe").getByText(/Last synced/)).toBeVisible();
  });

  await test.step("review, then post all", async () => {
    // What becomes ready meanwhile would have to be reviewed again.
    const user = await page.evaluate(() => JSON.parse(localStorage.getItem("userData") ?? "{}"));
    await settled({ user });
    await page.getByRole("link", { name: "Dashboard", exact: true }).click();
    await expect(page.getByText(/ready to post · /).first()).toBeVisible();
    await page.getByRole("button", { name: /^Post \d+ deposits?$/ }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^Post \d+ deposits?$/ })
      .click();
    await expect(page.getByText(/^Posting \d+ deposits/)).toBeVisible();
  });

  const address = await test.step("a deposit gets posted", async () => {
    await page.getByRole("link", { name: "Transactions", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Transactions", level: 1 })).toBeVisible();
    await page.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "Posted" }).click();
    await expect(page).toHaveURL(/status=posted/);
    const posted = page.getByRole("row").filter({ hasText: "Posted" }).first();
    // Posting uses a queue, and the list follows it.
    await expect(posted).toBeVisible();
    await posted.click();
    await expect(page.getByRole("heading", { name: "Deposit Details" })).toBeVisible();
    return page.url();
  });

  await test.step("its sum closes, and QuickBooks holds the same", async () => {
    await expect(page).toHaveURL(/\/transaction\/\d+$/);
    await expect(page.getByText("Adds up to the cent")).toBeVisible();
    const fact = (term: string) =>
      page
        .getByRole("term")
        .filter({ hasText: new RegExp(`^${term}$`) })
        .locator(":scope + dd");
    await expect(fact("QuickBooks ID")).toHaveText(/^\d+$/);
    const id = await fact("QuickBooks ID").textContent();
    const total = (await fact("Total Amount").textContent()) ?? "";
    const held = (await ledgerDeposits()).find((deposit) => deposit.id === id);
    expect(held, `a Deposit ${id} in QuickBooks, as on ${address}`).toBeDefined();
    expect(held?.equals_payout).toBe(true);
    expect(held?.sum_of_lines).toBe(held?.total);
    const shown = total.replaceAll(",", "").replace("−", "-");
    expect(parseDecimal(shown, "USD")).toBe(held?.total);
  });
});
