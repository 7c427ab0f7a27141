import { resetEmulators } from "./api";
import { axeFindings } from "./axe";
import { connectQuickbooks, providerCard, setXeroConsent } from "./emulators";
import { expect, signedInTest as test } from "./fixtures";

const ACCOUNTING = "/integrations?tab=accounting";

test.beforeEach(resetEmulators);

test("Xero is connected by its consent page, with its terms said before, and disconnected", async ({
  page,
}) => {
  await page.goto(ACCOUNTING);
  const card = providerCard(page, "Xero");
  await expect(card).toContainText("Xero doesn't allow its data to train models.");
  await card.getByRole("button", { name: "Connect Xero" }).click();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByText("Successfully connected to Xero")).toBeVisible();
  await expect(page.getByText("1/2")).toBeVisible();

  await page.getByRole("tab", { name: "Accounting Software" }).click();
  await expect(card.getByText("Connected", { exact: true })).toBeVisible();
  await expect(card).toContainText("Kauri & Co");
  const other = providerCard(page, "QuickBooks");
  await expect(other.getByRole("button", { name: "Connect QuickBooks" })).toBeDisabled();
  await expect(other).toContainText("To use QuickBooks, disconnect Xero first.");

  await card.getByRole("button", { name: "Disconnect" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Disconnect from Xero?" });
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("Successfully disconnected from Xero")).toBeVisible();
  await expect(card.getByRole("button", { name: "Connect Xero" })).toBeEnabled();
});

test("of a consent to several organisations one is chosen by keyboard, or none", async ({
  page,
}) => {
  await setXeroConsent("both");
  const consent = async () => {
    await page.goto(ACCOUNTING);
    await page.getByRole("button", { name: "Connect Xero" }).click();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Choose the organisation" })).toBeFocused();
  };
  await consent();
  await expect(page.getByRole("radio")).toHaveCount(2);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Nothing was connected")).toBeVisible();
  await expect(page.getByText("0/2")).toBeVisible();

  await consent();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  const rimu = page.getByRole("radio", { name: "Rimu Pty Ltd" });
  while (!(await rimu.isChecked())) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Successfully connected to Xero")).toBeVisible();
  await page.getByRole("tab", { name: "Accounting Software" }).click();
  await expect(providerCard(page, "Xero")).toContainText("Rimu Pty Ltd");
});

test.describe("denied", () => {
  test("consent says that nothing changed", async ({ page }) => {
    await page.goto(ACCOUNTING);
    await page.getByRole("button", { name: "Connect Xero" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: "Xero wasn't connected" })).toBeVisible();
    await expect(page.getByText("Access to Xero wasn't approved. Nothing changed.")).toBeVisible();
  });
});

test.describe("with QuickBooks' books", () => {
  test("Xero's card says which one is connected", async ({ page, account }) => {
    await connectQuickbooks(account.token);
    await page.goto(ACCOUNTING);
    const card = providerCard(page, "Xero");
    await expect(card).toContainText("To use Xero, disconnect QuickBooks first.");
    await expect(card.getByRole("button", { name: "Connect Xero" })).toBeDisabled();
  });
});
