import { axeFindings } from "../e2e/axe";
import { expect, test } from "../e2e/fixtures";

test("axe finds no violations on the whole API document, light and dark", async ({ page }) => {
  test.slow();
  await page.goto("/api/docs");
  await expect(page.getByRole("heading", { name: "API", level: 1 })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page), colorScheme).toEqual([]);
  }
});
