import { getCompanySettings } from "@/lib/contracts/settings";
import { callApi } from "./api";
import { expect, signedInTest as test } from "./fixtures";
import { cut, hold } from "./held";

const PATH = "/api/settings/company/";

test("four tabs, the open one in the address", async ({ page }) => {
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveText([
    "General",
    "Account",
    "Notifications",
    "Security",
  ]);
  const tab = (name: string) => page.getByRole("tab", { name });
  await expect(tab("General")).toHaveAttribute("aria-selected", "true");
  await tab("Security").click();
  await expect(page).toHaveURL(/\/settings\?tab=security$/);
  await page.reload();
  await expect(tab("Security")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByLabel("Current Password")).toBeVisible();
  await page.keyboard.press("Tab");
  await tab("Security").press("ArrowLeft");
  await expect(page).toHaveURL(/\/settings\?tab=notifications$/);
  await page.goto("/settings?tab=nonsense");
  await expect(tab("General")).toHaveAttribute("aria-selected", "true");
});

test("General begins with the documented defaults and stores what is chosen", async ({
  page,
  account: { token },
}) => {
  await page.goto("/settings");
  const algorithm = page.getByRole("combobox", { name: "Matching Algorithm" });
  const dates = page.getByRole("combobox", { name: "Date Format" });
  await expect(algorithm).toHaveText("Smart");
  await expect(page.getByRole("switch", { name: "Auto Match" })).toBeChecked();
  await expect(page.getByRole("switch", { name: "Daily Synchronization" })).toBeChecked();
  await expect(dates).toContainText("MM-DD-YYYY");
  const save = page.getByRole("button", { name: "Save Changes" });
  await expect(save).toBeDisabled();

  await algorithm.click();
  await expect(page.getByRole("option")).toHaveText(["Smart", "Exact", "Fuzzy"]);
  await page.getByRole("option", { name: "Exact" }).click();
  await page.getByLabel("Company Name").fill("  Lovelace & Co  ");
  await page.getByRole("switch", { name: "Auto Match" }).click();
  const release = await hold(page, PATH);
  await save.click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
  release();
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
  expect(await callApi(getCompanySettings, { token })).toMatchObject({
    company_name: "Lovelace & Co",
    matching_algorithm: "exact",
    auto_match: false,
    daily_sync: true,
  });
});

test.describe("a failing save", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("says so and keeps what was chosen", async ({ page }) => {
    await page.goto("/settings");
    await page.getByLabel("Company Name").fill("Lovelace");
    await cut(page, PATH);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Settings could not be saved")).toBeVisible();
    await expect(page.getByLabel("Company Name")).toHaveValue("Lovelace");
    await expect(page.getByRole("button", { name: "Save Changes" })).toBeEnabled();
  });
});

test.describe("a failing load", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("says so, and Retry loads it", async ({ page }) => {
    const mend = await cut(page, PATH);
    await page.goto("/settings");
    await expect(page.getByText("Settings could not be loaded")).toBeVisible();
    await mend();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByLabel("Company Name")).toBeVisible();
  });
});

test("unsaved changes are guarded, on every way out", async ({ page }) => {
  const dialog = page.getByRole("alertdialog");
  await page.goto("/settings");
  await page.getByLabel("Company Name").fill("Unsaved");

  await page.getByRole("tab", { name: "Account" }).click();
  await expect(dialog).toContainText("Leave without saving?");
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Company Name")).toHaveValue("Unsaved");

  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/settings/);

  const asked = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await closing;
  await expect(page.getByLabel("Company Name")).toHaveValue("Unsaved");

  await page.getByRole("tab", { name: "Account" }).click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\?tab=account$/);
  // Discarded, not hidden.
  await page.getByRole("tab", { name: "General" }).click();
  await expect(page.getByLabel("Company Name")).not.toHaveValue("Unsaved");
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
