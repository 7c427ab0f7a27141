import { expect, signedInTest as test } from "./fixtures";
import { QUICKBOOKS, row, STRIPE } from "./manual-panel";
import { seedBooks } from "./seed-books";

test("a difference that is exactly one charge leads to that charge", async ({ page, account }) => {
  await seedBooks(account, {
    deposits: [
      {
        id: "po_1",
        lines: [
          { amount: 90_00, customer: "Ida Fox" },
          { amount: 219_72, customer: "Olivia Eastwick" },
        ],
      },
    ],
    payments: [{ id: "120", amount: 90_00, customer: "Ida Fox" }],
  });
  await page.goto("/manual-match");
  await row(page, STRIPE, /309\.72/).click();
  await row(page, QUICKBOOKS, /Ida Fox/).click();
  await expect(page.getByText("This is exactly a charge of Olivia Eastwick.")).toBeVisible();
  await page.getByRole("link", { name: "Record it instead?" }).click();
  await expect(page.getByRole("tab", { name: "Deposit Lines" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  const line = page.getByRole("row").filter({ hasText: "Olivia Eastwick" });
  await expect(line).toBeVisible();
  await expect(line).toBeInViewport();
});
