import { listActivity } from "@/lib/contracts/activity";
import { depositList } from "@/lib/contracts/deposits";
import { providerEndpoints } from "@/lib/contracts/providers";
import { getCompanySettings, saveCompanySettings } from "@/lib/contracts/settings";
import { STRIPE_KEY } from "./addresses";
import { callApi, emulated, resetEmulators } from "./api";
import { connectQuickbooks } from "./emulators";
import { expect, signedInTest as test } from "./fixtures";
import { settled } from "./settled";

test.describe("what Auto Match matched by itself", () => {
  test("is listed in Activity and undone as one, also after a reload", async ({
    page,
    account,
  }) => {
    const { token } = account;
    await resetEmulators();
    const { currency: _, timezone: __, ...settings } = await callApi(getCompanySettings, { token });
    await callApi(saveCompanySettings, { token, body: { ...settings, auto_post: false } });
    await connectQuickbooks(token);
    await callApi(providerEndpoints.stripe.connectByKey, {
      token,
      body: { secret_key: STRIPE_KEY },
    });
    await callApi(providerEndpoints.stripe.sync, { token, query: "?wait=100" });
    // A sync that still runs would be followed by a second run.
    await settled(account);
    const before = (await emulated()).deposits.length;
    const list = async () => (await callApi(listActivity, { token })).runs;
    await expect.poll(async () => (await list()).length).toBeGreaterThan(0);
    const [run] = await list();
    const matched = run?.deposits ?? 0;
    expect(run).toMatchObject({ kind: "matched" });
    expect(run?.unposted).toHaveLength(matched);

    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Activity", exact: true }).click();
    const row = page.getByRole("list", { name: "Activity" }).getByRole("listitem").first();
    await expect(row).toContainText(`Matched ${matched} deposits`);
    await page.reload();
    await expect(row).toContainText(`Matched ${matched} deposits`);
    const undo = `Undo ${matched} matches`;
    await row.getByRole("button", { name: undo }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("Nothing changes in QuickBooks.");
    await dialog.getByRole("button", { name: undo }).click();
    await expect(page.getByText(`${matched} deposits are open again.`)).toBeVisible();
    await expect(row).toContainText("all undone since");
    await expect(row.getByRole("button")).toHaveCount(0);

    const { total } = await callApi(depositList, { token, query: "?status=matched" });
    expect(total).toBe(0);
    expect((await emulated()).deposits.length).toBe(before);
  });
});
