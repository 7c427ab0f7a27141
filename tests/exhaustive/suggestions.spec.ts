import type { Page } from "@playwright/test";
import { expect, signedInTest } from "../e2e/fixtures";
import { seedSuggestions } from "../e2e/seed-suggestions";

const cards = (page: Page) =>
  page.getByRole("list", { name: "Suggested matches" }).getByRole("article");

signedInTest(
  "those beyond the first two hundred are shown on request, each once",
  async ({ page, account }) => {
    signedInTest.slow();
    const count = 212;
    await seedSuggestions(account, count);
    const pages: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.endsWith("/qb/suggestions/")) pages.push(search);
    });
    await page.goto("/dashboard");
    await expect(cards(page)).toHaveCount(5);
    await expect(page.getByText(String(count), { exact: true })).toBeVisible();
    const more = (name: string) => page.getByRole("button", { name }).click();
    for (let shown = 25; shown <= 185; shown += 20) {
      await more("Show 20 more");
      await expect(cards(page)).toHaveCount(shown);
    }
    expect(pages.filter((search) => search !== "")).toEqual([]);
    await more("Show 20 more");
    await expect(cards(page)).toHaveCount(205);
    await more("Show 7 more");
    await expect(cards(page)).toHaveCount(count);
    await expect(page.getByRole("button", { name: /^Show \d+ more$/ })).toHaveCount(0);
    expect(pages.filter((search) => search.startsWith("?after="))).toHaveLength(1);
    const names = await cards(page).getByRole("heading").allTextContents();
    expect(new Set(names.map((name) => /Deposit #\d+/.exec(name)?.[0])).size).toBe(count);

    // The last one can be decided like the first.
    await cards(page).last().getByRole("button", { name: "Dismiss" }).click();
    await expect(cards(page)).toHaveCount(count - 1);
    await expect(page.getByText("Suggestion dismissed")).toBeVisible();
  },
);
