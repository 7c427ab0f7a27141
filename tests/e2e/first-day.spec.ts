import { existingDepositList } from "@/lib/contracts/existing-deposits";
import { postingReview } from "@/lib/contracts/posting-review";
import { providerEndpoints } from "@/lib/contracts/providers";
import { getCompanySettings, saveCompanySettings } from "@/lib/contracts/settings";
import { STRIPE_KEY } from "./addresses";
import { callApi, emulated, resetEmulators } from "./api";
import { connectQuickbooks } from "./emulators";
import { expect, signedInTest as test } from "./fixtures";
import { hold } from "./held";
import { settled } from "./settled";

test("a start date is asked for once the offered day is known, and text that is no date is not sent", async ({
  page,
  account: _,
}) => {
  await resetEmulators();
  const release = await hold(page, "/api/settings/start-dates/");
  await page.goto("/integrations?connect=stripe");
  const from = page.getByLabel("Import payouts from", { exact: true });
  await page.getByLabel("Secret key").fill(STRIPE_KEY);
  // The offer can't come under the hand of someone who types a day.
  await expect(from).toBeDisabled();
  release();
  await expect(from).toHaveValue(/^\d{2}-01-\d{4}$/);
  const connects: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/stripe/connect/")) {
      connects.push(request.postDataJSON().start_date);
    }
  });
  const connect = page.getByRole("button", { name: "Connect Account" });
  await from.fill("11-01-202609-24-2026");
  await connect.click();
  await expect(from).toBeFocused();
  await expect(from).toHaveAccessibleDescription("Type a date as MM-DD-YYYY.");
  await from.fill("none");
  await from.press("Enter");
  await expect(from).toHaveAccessibleDescription("Type a date as MM-DD-YYYY.");
  await from.fill("09-24-2026");
  await connect.click();
  await expect(page.getByText("Successfully connected to Stripe")).toBeVisible();
  expect(connects).toEqual(["2026-09-24"]);
});

test.describe("the first day", () => {
  test("asks for a start date, says what isn't supported, and posts nothing before the review", async ({
    page,
    account,
  }) => {
    const { token } = account;
    await resetEmulators();
    const { currency: _, timezone: __, ...settings } = await callApi(getCompanySettings, { token });
    await callApi(saveCompanySettings, { token, body: { ...settings, auto_post: false } });
    await connectQuickbooks(token);
    const before = (await emulated()).deposits.length;

    await page.goto("/integrations?connect=stripe");
    await expect(page.getByText("Not supported")).toBeVisible();
    await page.getByLabel("Secret key").fill(STRIPE_KEY);
    const from = page.getByLabel("Import payouts from", { exact: true });
    await expect(from).toHaveValue(/^\d{2}-01-\d{4}$/);
    await from.fill("01-01-2026");
    await page.getByRole("button", { name: "Connect Account" }).click();
    await expect(page.getByText("Successfully connected to Stripe")).toBeVisible();
    await callApi(providerEndpoints.stripe.sync, { token, query: "?wait=100" });

    // What posting needs is said before, and nothing is ready without it.
    await page.goto("/dashboard/review");
    await expect(
      page.getByText(/^Nothing is ready yet · \d+ wait for a USD bank account/),
    ).toBeVisible();
    const { quickbooks } = providerEndpoints;
    const { banks } = await callApi(quickbooks.listBanks, { token });
    const [bank] = banks;
    if (!bank) throw new Error("the emulated books have no bank account");
    const chosen = { bank_id: bank.Id, bank_name: bank.Name };
    await callApi(quickbooks.saveBank, { token, body: chosen });
    const { expenses } = await callApi(quickbooks.listExpenses, { token });
    const [category] = expenses;
    if (!category) throw new Error("the emulated books have no expense account");
    await callApi(providerEndpoints.stripe.saveCategory, { token, body: { category } });
    // What becomes ready meanwhile would have to be reviewed again.
    await settled(account);

    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { name: "Ready to post" })).toBeVisible();
    await expect(page.getByText(/\d+ ready to post · [\d,.]+ · .* to /)).toBeVisible();
    expect((await emulated()).deposits.length).toBe(before);
    const { ready } = await callApi(postingReview, { token });
    expect((await callApi(existingDepositList, { token })).total).toBe(0);

    await page.locator("#review").getByRole("link", { name: "Review", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Review", exact: true })).toBeVisible();
    await expect(
      page.getByRole("list", { name: "Ready to post" }).getByRole("listitem"),
    ).toHaveCount(Math.min(ready.count, 50));
    await page.getByRole("button", { name: /^Post \d+ deposits?$/ }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: /^Post \d+ deposits?$/ }).click();
    await expect(page.getByText(`Posting ${ready.count} deposits`)).toBeVisible();
    await expect(page.getByText("Nothing is ready to post")).toBeVisible();
    expect(await callApi(getCompanySettings, { token })).toMatchObject({ auto_post: true });
  });
});
