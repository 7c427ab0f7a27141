import { resetEmulators } from "./api";
import { axeFindings } from "./axe";
import { providerCard } from "./emulators";
import { expect, signedInTest as test } from "./fixtures";

const SAMPLE = "tests/unit/lib/payout-files/samples/square-transactions.csv";

test.beforeEach(resetEmulators);

test("imports a report of Square, lists its payout, and undoes the import", async ({ page }) => {
  await page.goto("/integrations");
  await providerCard(page, "Payouts from a file")
    .getByRole("button", { name: "Import a file" })
    .click();
  await page.getByLabel(/^Choose a CSV file/).setInputFiles(SAMPLE);
  await expect(
    page.getByText("This is the report “Square: transactions”, with 4 rows."),
  ).toBeVisible();
  await page.getByLabel("Name of the processor").fill("Square till");
  await expect(page.getByRole("table", { name: "Payouts of the file" })).toContainText("DEP1");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Import 1 payout" }).click();

  const card = providerCard(page, "Payouts from a file");
  await expect(card.getByRole("list", { name: "Processors by file" })).toContainText("Square till");
  await expect(page.getByText("0/3")).toBeVisible();
  await page.getByRole("button", { name: "View transactions" }).click();
  await expect(page.getByText("Showing 1 deposits")).toBeVisible();

  await page.goto("/integrations");
  await expect(card.getByRole("list", { name: "Recent imports" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await card.getByRole("button", { name: "Undo the import of square-transactions.csv" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Deletes the payout that it added");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(card.getByRole("list", { name: "Recent imports" })).toContainText("Undone");
  await page.goto("/transactions");
  await expect(page.getByText("DEP1")).toHaveCount(0);
});
