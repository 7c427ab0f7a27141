import { listActivity } from "@/lib/contracts/activity";
import { companyList } from "@/lib/contracts/companies";
import { depositList } from "@/lib/contracts/deposits";
import { postingReview } from "@/lib/contracts/posting-review";
import { callApi, ledgerDeposits, signUp } from "./api";
import { browserOf, seedMember } from "./colleagues";
import { expect, signedInTest as test } from "./fixtures";
import { settled } from "./settled";
import { connectForReview } from "./workplace";

test.describe("what Post all posted", () => {
  test("is in Activity, also for a colleague, who deletes it as one", async ({
    page,
    account,
    browser,
  }) => {
    test.slow();
    const { token } = account;
    await connectForReview(account);
    const { count } = (await callApi(postingReview, { token })).ready;
    expect(count).toBeGreaterThan(1);
    const before = (await ledgerDeposits()).map(({ id }) => id).sort();

    await page.goto("/dashboard/review");
    await page.getByRole("button", { name: /^Post \d+ deposits?$/ }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^Post \d+ deposits?$/ })
      .click();
    await expect(page.getByText(`Posting ${count} deposits`)).toBeVisible();
    await page.getByRole("button", { name: "View" }).click();
    await expect(page).toHaveURL(/\/dashboard\/activity$/);
    const shown = page.getByRole("list", { name: "Activity" }).getByRole("listitem").first();
    await expect(shown).toContainText(`Posted ${count} deposits`);
    await page.reload();
    await expect(shown).toContainText(`Posted ${count} deposits`);
    await settled(account);
    const { deposits: posted } = await callApi(depositList, { token, query: "?status=posted" });
    const [run] = (await callApi(listActivity, { token })).runs;
    expect(run).toMatchObject({ kind: "posted", deposits: count });
    // One in a currency without a bank account was left out.
    expect(run?.created.deposit_ids.toSorted()).toEqual(posted.map(({ id }) => id).toSorted());
    expect(await ledgerDeposits()).toHaveLength(before.length + posted.length);

    const colleague = await signUp();
    await seedMember(account, colleague, "bookkeeper");
    const context = await browserOf(browser, colleague);
    const theirs = await context.newPage();
    const { current } = await callApi(companyList, { token });
    await theirs.goto(`/dashboard/activity?company=${current}`);
    const row = theirs.getByRole("list", { name: "Activity" }).getByRole("listitem").first();
    await expect(row).toContainText(`Posted ${count} deposits`);
    const made = posted.length;
    await row.getByRole("button", { name: `Delete these ${made} from QuickBooks…` }).click();
    const dialog = theirs.getByRole("alertdialog");
    await expect(dialog).toContainText(`Delete ${made} deposits from QuickBooks?`);
    await expect(dialog).toContainText("Sum");
    await expect(dialog).toContainText("Checking");
    await dialog.getByRole("button", { name: `Delete ${made} from QuickBooks` }).click();
    await expect(theirs.getByText(`${made} of ${made} deleted from QuickBooks`)).toBeVisible();
    await expect(theirs.getByText("Then Auto Match suggests these matches again.")).toBeVisible();
    await expect(row).toContainText("all undone since");
    await expect(row.getByRole("button")).toHaveCount(0);

    expect((await ledgerDeposits()).map(({ id }) => id).sort()).toEqual(before);
    expect((await callApi(depositList, { token, query: "?status=posted" })).total).toBe(0);
    await page.reload();
    await expect(shown).toContainText("all undone since");
    await context.close();
  });
});
