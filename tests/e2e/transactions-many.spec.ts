import { readFile } from "node:fs/promises";
import type { Account } from "./api";
import { createSale, seedPayouts, seedProviders, withBooks } from "./books";
import { openList, rows, seedDeposits } from "./deposit-list";
import { expect, signedInTest as test } from "./fixtures";
import { cut } from "./held";

const LONG = "Operating Account of the Northern Wholesale Company, Main St";

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/net::ERR_/] });

  test("a failed export and a failed bulk match are reported", async ({ page, account }) => {
    await seedDeposits(account, 2);
    await openList(page);
    await cut(page, "/api/qb/deposits-export/**");
    await cut(page, "/api/qb/auto-match-runs/");
    await page.getByRole("button", { name: "Export CSV" }).click();
    await expect(page.getByText("Couldn't export the deposits")).toBeVisible();
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Auto Match" }).click();
    await expect(page.getByText("Auto-match failed. Please try again.")).toBeVisible();
  });
});

test.describe("many at once", () => {
  const sales = (account: Account, count: number) =>
    withBooks(account, async (books) => {
      const providers = await seedProviders(books);
      const seeded = [];
      for (let number = 1; number <= count; number += 1) {
        const gross = 10_000 + number * 137;
        const customer = `Customer ${String.fromCharCode(64 + number)}${number} Limited`;
        seeded.push(await createSale(books, providers, { number, gross, fee: 320, customer }));
      }
      return seeded.map(({ depositId }) => depositId);
    });

  test("only ticked deposits are matched", async ({ page, account }) => {
    const [first, second] = await sales(account, 6);
    await openList(page, "?sort=date");
    for (const id of [first, second]) {
      await page.getByRole("checkbox", { name: `Select deposit #${id}`, exact: true }).check();
    }
    await expect(page.getByText("2 selected")).toBeVisible();
    await page.getByRole("button", { name: "Auto Match" }).click();
    await expect(page.getByText("Auto-match completed successfully")).toBeVisible();
    await expect(page.getByText("2 matched", { exact: true })).toBeVisible();
    await expect(
      rows(page).filter({ has: page.getByText("Matched", { exact: true }) }),
    ).toHaveCount(2);
    await expect(rows(page).filter({ hasText: "Pending" })).toHaveCount(4);
    await expect(page.getByRole("checkbox", { name: `Select deposit #${first}` })).toBeHidden();
  });

  test("all results are included, also on other pages; progress survives a reload and can be stopped", async ({
    page,
    account,
  }) => {
    await sales(account, 12);
    await withBooks(account, async ({ companyId, query }) => {
      // As during a sync's matching: another match has to wait.
      await query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [companyId]);
      await openList(page, "?from=2026-03-03");
      await page.getByRole("checkbox").nth(1).check();
      await page.getByRole("button", { name: "Select all 11" }).click();
      await expect(page.getByText("All 11 selected")).toBeVisible();
      await page.getByRole("button", { name: "Auto Match" }).click();
      await expect(page.getByText("Auto Match, 0 of 11")).toBeVisible();
      await page.reload();
      await expect(page.getByRole("progressbar", { name: "Auto Match" })).toBeVisible();
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(
        page.getByText("Auto Match stopped. Matches made so far are kept."),
      ).toBeVisible();
      await expect(page.getByRole("progressbar")).toHaveCount(0);
    });
    await expect(rows(page).filter({ hasText: "Pending" })).toHaveCount(11);
  });
});

test("the whole filtered list is saved as a file", async ({ page, account }) => {
  await seedDeposits(account, 60, '=HYPERLINK("http://evil.example","x")');
  await openList(page, "?from=2025-01-11&sort=date");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^deposits-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(51);
  expect(lines[0]).toContain("Date,Account,QuickBooks ID,Total Amount,Status");
  expect(lines[1]).toContain(
    `2025-01-11,"'=HYPERLINK(""http://evil.example"",""x"")",,11.00,pending,USD,Stripe,po_11,`,
  );
});

test("ten thousand deposits, long names and millions fit, wide and narrow", async ({
  page,
  account,
}) => {
  await withBooks(account, async (books) => {
    const { stripe } = await seedProviders(books, { bankName: LONG });
    await seedPayouts(books, stripe, { count: 10_000, step: 98_765_432, from: "2000-01-01" });
    // Of an open one, narrow rows have the reason in place of the account.
    await books.query(
      "UPDATE deposits SET status = 'posted', quickbooks_id = '1' WHERE company_id = $1 AND provider_id = 'po_10000'",
      [books.companyId],
    );
  });
  for (const width of [1280, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await openList(page, "?page_size=100&sort=-amount");
    await expect(page.getByText("Showing 10000 deposits")).toBeVisible();
    await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", "101");
    await expect(rows(page).first()).toContainText("9,876,543,200.00");
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
  }
  // Lines of a row: date and amount, then status and account.
  const [account1, date] = [
    rows(page).first().getByText(LONG),
    rows(page).first().getByRole("link"),
  ];
  const isAbove = async () => {
    const [above, below] = [await date.boundingBox(), await account1.boundingBox()];
    return above && below && above.y < below.y;
  };
  await expect.poll(isAbove).toBe(true);
});

test("only the rows in view are drawn, and the one with the focus", async ({ page, account }) => {
  await seedDeposits(account, 100);
  await openList(page, "?page_size=100&sort=-amount");
  const first = rows(page).first();
  await expect(first).toHaveAttribute("aria-rowindex", "2");
  expect(await rows(page).count()).toBeLessThan(40);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const whole = await height();
  await first.getByRole("link").focus();
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }));
  const last = rows(page).last();
  await expect(last).toHaveAttribute("aria-rowindex", "101");
  await expect(last).toBeInViewport();
  await expect(first.getByRole("link")).toBeFocused();
  expect(await rows(page).count()).toBeLessThan(40);
  // Rows with one line of text are lower than was reckoned with.
  expect(await height()).toBeLessThanOrEqual(whole);
  await page.emulateMedia({ media: "print" });
  await expect(rows(page)).toHaveCount(100);
});
