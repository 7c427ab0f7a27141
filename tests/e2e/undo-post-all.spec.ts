import { companyList } from "@/lib/contracts/companies";
import { depositList } from "@/lib/contracts/deposits";
import { postingReview } from "@/lib/contracts/posting-review";
import { listPostingRuns } from "@/lib/contracts/posting-runs";
import { callApi, ledgerDeposits, signUp } from "./api";
import { browserOf, seedMember } from "./colleagues";
import { expect, signedInTest as test } from "./fixtures";
import { settled } from "./settled";
import { connectForReview } from "./workplace";

test.describe("what Post all posted", () => {
  test("is told after a reload and to a colleague, who undoes it as one", async ({
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
    await page.getByRole("button", { name: "Post all" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Post all" }).click();
    await expect(page.getByText(`Posting ${count} deposits`)).toBeVisible();
    const told = page.getByRole("list", { name: "Posted together" }).getByRole("listitem");
    await expect(told).toHaveText(new RegExp(`^Post all of ${count} deposits`));
    await page.reload();
    await expect(told).toHaveText(new RegExp(`^Post all of ${count} deposits`));
    await settled(account);
    const { deposits: posted } = await callApi(depositList, { token, query: "?status=posted" });
    const [run] = (await callApi(listPostingRuns, { token })).runs;
    expect(run?.deposit_ids).toHaveLength(count);
    // One in a currency without a bank account is blocked; it is undone with the others.
    expect(run?.deposit_ids).toEqual(expect.arrayContaining(posted.map(({ id }) => id)));
    expect(posted.length).toBeGreaterThan(1);
    expect(await ledgerDeposits()).toHaveLength(before.length + posted.length);

    const colleague = await signUp();
    await seedMember(account, colleague, "bookkeeper");
    const context = await browserOf(browser, colleague);
    const theirs = await context.newPage();
    const { current } = await callApi(companyList, { token });
    await theirs.goto(`/dashboard/review?company=${current}`);
    const list = theirs.getByRole("list", { name: "Posted together" });
    await expect(list).toContainText(`Post all of ${count} deposits`);
    await list.getByRole("button", { name: "Undo this run" }).click();
    const dialog = theirs.getByRole("alertdialog");
    await expect(dialog).toContainText(`Undo the posting of ${count} deposits?`);
    await dialog.getByRole("button", { name: "Undo this run" }).click();
    await expect(theirs.getByText(`${count} of ${count} undone`)).toBeVisible();
    await expect(list).toHaveCount(0);

    expect((await ledgerDeposits()).map(({ id }) => id).sort()).toEqual(before);
    expect((await callApi(depositList, { token, query: "?status=posted" })).total).toBe(0);
    expect((await callApi(listPostingRuns, { token })).runs).toEqual([]);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Review", exact: true })).toBeVisible();
    await expect(page.getByText("Nothing is ready to post")).toBeVisible();
    await expect(page.getByText("Posted together")).toHaveCount(0);
    await context.close();
  });
});
