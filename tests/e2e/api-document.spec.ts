import { endpoints } from "@/lib/contracts/registry";
import { BASE_URL } from "./addresses";
import { axeFindings } from "./axe";
import { expect, test } from "./fixtures";

test("people and programs can read the API document", async ({ page }) => {
  const document = await (await fetch(`${BASE_URL}/api/openapi.json`)).json();
  expect(document.openapi).toMatch(/^3\.1\./);
  await page.goto("/help");
  await page.getByRole("link", { name: "API", exact: true }).click();
  await expect(page.getByRole("heading", { name: "API", level: 1 })).toBeVisible();
  for (const { name, path } of endpoints) {
    await expect(page.locator(`article[id="${name}"]`)).toContainText(path);
  }
  await page.getByRole("link", { name: "POST /qb/match-transaction/" }).click();
  await expect(page.locator("#matchTransaction")).toBeInViewport();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page), colorScheme).toEqual([]);
  }
});
