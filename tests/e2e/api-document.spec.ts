import { endpoints } from "@/lib/contracts/registry";
import { BASE_URL } from "./addresses";
import { axeFindingsIn } from "./axe";
import { expect, test } from "./fixtures";

test("people and programs can read the API document", async ({ page }) => {
  const document = await (await fetch(`${BASE_URL}/api/openapi.json`)).json();
  expect(document.openapi).toMatch(/^3\.1\./);
  await page.goto("/help");
  await page.getByRole("link", { name: "API", exact: true }).click();
  await expect(page.getByRole("heading", { name: "API", level: 1 })).toBeVisible();
  // One look at the whole page: it is long, and a locator searches all of it each time.
  const articles = await page
    .locator("article[id]")
    .evaluateAll((all) => all.map(({ id, textContent }) => ({ id, text: textContent ?? "" })));
  const texts = new Map(articles.map(({ id, text }) => [id, text]));
  const missing = endpoints.filter(({ name, path }) => !texts.get(name)?.includes(path));
  expect(missing.map(({ name }) => name)).toEqual([]);
  await page.getByRole("link", { name: "POST /qb/match-transaction/" }).click();
  await expect(page.locator("#matchTransaction")).toBeInViewport();
  // All articles are drawn by the same component.
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await axeFindingsIn(page, "#matchTransaction")).toEqual([]);
});
