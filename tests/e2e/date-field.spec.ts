import type { Page } from "@playwright/test";
import { getCompanySettings, saveCompanySettings } from "@/lib/contracts/settings";
import type { DateFormat } from "@/lib/format-date";
import { type Account, callApi } from "./api";
import { axeFindings, axeFindingsAbove, inEveryLook, LOOKED_AT } from "./axe";
import { openList, rows, seedDeposits } from "./deposit-list";
import { expect, signedInTest as test } from "./fixtures";
import { fontsLoaded } from "./fonts";

/** The calendar is above all regions of the page; it belongs to none. */
const ABOVE = ["region"];

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const opener = (page: Page, label: string) =>
  page.getByRole("button", { name: `Choose a date: ${label}`, exact: true });
const calendar = (page: Page, label: string) =>
  page.getByRole("dialog", { name: `Choose a date: ${label}`, exact: true });
const dayButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function writeDatesAs(format: DateFormat, { token }: Account): Promise<void> {
  const settings = await callApi(getCompanySettings, { token });
  await callApi(saveCompanySettings, { token, body: { ...settings, date_format: format } });
}

test.beforeEach(({ account }) => seedDeposits(account, 40));

test("a date is typed and shown in the company's format", async ({ page, account }) => {
  for (const { format, shown, typed } of [
    { format: "MM-DD-YYYY", shown: "01-12-2025", typed: "1/12/2025" },
    { format: "DD-MM-YYYY", shown: "12-01-2025", typed: "12.1.2025" },
    { format: "YYYY-MM-DD", shown: "2025-01-12", typed: "20250112" },
  ] as const) {
    await writeDatesAs(format, account);
    await openList(page, "?to=2025-01-12");
    await expect(field(page, "To")).toHaveValue(shown);
    await expect(page.getByText("Showing 12 deposits")).toBeVisible();
    const from = field(page, "From");
    await expect(from).toHaveAttribute("placeholder", format);
    await from.pressSequentially(typed);
    await expect(page).toHaveURL(/from=2025-01-12&to=2025-01-12$/);
    await expect(page.getByText("Showing 1 deposits")).toBeVisible();
    // As typed, until the field loses focus.
    await expect(from).toHaveValue(typed);
    await from.press("Tab");
    await expect(from).toHaveValue(shown);
    await from.fill("");
    await expect(page).toHaveURL(/transactions\?to=2025-01-12$/);
  }
});

test("a partial date filters nothing until the field loses focus", async ({ page }) => {
  await openList(page);
  const from = field(page, "From");
  const before = await page.evaluate(() => window.history.length);
  await from.pressSequentially("2025-1-1");
  await from.pressSequentially("2");
  await expect(page).toHaveURL(/from=2025-01-12$/);
  // Mid-edit, one digit is being replaced.
  await from.press("Enter");
  await expect(from).toHaveValue("01-12-2025");
  await from.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 5));
  await from.pressSequentially("20");
  await expect(page).toHaveURL(/from=2025-01-20$/);
  expect(await page.evaluate(() => window.history.length), "two steps in all").toBe(before + 2);

  await from.fill("2025-1-2");
  await expect(page).toHaveURL(/from=2025-01-20$/);
  await from.press("Enter");
  await expect(page).toHaveURL(/from=2025-01-02$/);
  await expect(from).toHaveValue("01-02-2025");
});

test(
  "an invalid date stays as typed, is named, and filters nothing",
  LOOKED_AT,
  async ({ page }) => {
    await openList(page, "?from=2025-01-10");
    await expect(rows(page)).toHaveCount(25);
    const from = field(page, "From");
    const message = page.getByText("Type a date as MM-DD-YYYY.");
    const place = async () => (await page.getByRole("table").boundingBox())?.y;
    await fontsLoaded(page);
    const before = await place();
    await from.fill("02-30-2025");
    await expect(from).toHaveAttribute("aria-invalid", "false");
    await from.press("Tab");
    await expect(message).toBeVisible();
    await expect(from).toHaveValue("02-30-2025");
    await expect(from).toHaveAttribute("aria-invalid", "true");
    await expect(from).toHaveAccessibleDescription("Type a date as MM-DD-YYYY.");
    await expect(page).toHaveURL(/from=2025-01-10$/);
    await expect.poll(place, "nothing moves away from a click").toBe(before);
    await inEveryLook(page, async (look) => {
      expect(await axeFindings(page), look).toEqual([]);
    });

    // On a phone the field is behind Filter.
    await page.setViewportSize({ width: 1280, height: 900 });
    await from.fill("02-03-2025");
    await expect(message).toHaveCount(0);
    await expect(from).toHaveAttribute("aria-invalid", "false");
    await expect(page).toHaveURL(/from=2025-02-03$/);
  },
);

test("Back and clearing the filters update the field", async ({ page }) => {
  await openList(page);
  const from = field(page, "From");
  await from.fill("01-10-2025");
  await expect(page).toHaveURL(/from=2025-01-10$/);
  await from.fill("12-31-2025");
  await expect(page).toHaveURL(/from=2025-12-31$/);
  await from.fill("no date");
  await page.goBack();
  await expect(from).toHaveValue("01-10-2025");
  await page.goForward();
  await expect(from).toHaveValue("12-31-2025");
  await from.fill("no date");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(from).toHaveValue("");
  await expect(from).toHaveAttribute("aria-invalid", "false");
  await expect(page.getByText("Type a date as")).toHaveCount(0);
  await expect(page).toHaveURL(/\/transactions$/);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a tap elsewhere works although a message appears at the same time", async ({ page }) => {
    await openList(page, "?from=2025-12-31");
    await page.getByRole("button", { name: "Filter (1)" }).tap();
    const clear = page.getByRole("button", { name: "Clear filters" });
    await expect(clear).toBeVisible();
    await field(page, "From").fill("no date");
    await field(page, "To").fill("none");
    await clear.tap();
    await expect(field(page, "From")).toHaveValue("");
    await expect(page).toHaveURL(/\/transactions$/);
    await expect(page.getByText("Type a date as")).toHaveText(["Type a date as MM-DD-YYYY."]);
  });
});

test("a date is chosen in the calendar, and cleared", async ({ page }) => {
  await openList(page, "?from=2025-01-10");
  await opener(page, "From").click();
  const from = calendar(page, "From");
  await expect(from.getByRole("gridcell", { selected: true })).toHaveText("10");
  await dayButton(page, "Sunday, January 12th, 2025").click();
  await expect(from).toHaveCount(0);
  await expect(page).toHaveURL(/from=2025-01-12$/);
  await expect(page.getByText("Showing 29 deposits")).toBeVisible();
  await expect(field(page, "From")).toHaveValue("01-12-2025");
  await expect(opener(page, "From")).toBeFocused();

  // The other end opens at this one's month.
  await opener(page, "To").click();
  const to = calendar(page, "To");
  await expect(to.getByRole("grid", { name: "January 2025" })).toBeVisible();
  await expect(to.getByRole("button", { name: "Clear" })).toHaveCount(0);
  await to.getByRole("button", { name: "Next month" }).click();
  await to.getByRole("combobox", { name: "Year" }).selectOption("2024");
  await to.getByRole("combobox", { name: "Month" }).selectOption("December");
  await to.getByRole("button", { name: "Next month" }).click();
  await dayButton(page, "Tuesday, January 14th, 2025").click();
  await expect(page).toHaveURL(/from=2025-01-12&to=2025-01-14$/);
  await expect(page.getByText("Showing 3 deposits")).toBeVisible();

  await opener(page, "From").click();
  await from.getByRole("button", { name: "Clear" }).click();
  await expect(from).toHaveCount(0);
  await expect(page).toHaveURL(/transactions\?to=2025-01-14$/);
  await expect(field(page, "From")).toHaveValue("");
});

test("today is the browser's, and the week starts as in the date format", async ({
  page,
  account,
}) => {
  await page.clock.setFixedTime("2026-03-01T12:00:00Z");
  await openList(page);
  await opener(page, "From").click();
  // Past midnight in the Chatham Islands.
  await expect(dayButton(page, "Today, Monday, March 2nd, 2026")).toBeFocused();
  await expect(page.locator("[role=grid] th").first()).toHaveText("Su");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=2026-03-02$/);

  await writeDatesAs("DD-MM-YYYY", account);
  await page.reload();
  await expect(field(page, "From")).toHaveValue("02-03-2026");
  await opener(page, "From").click();
  await expect(page.locator("[role=grid] th").first()).toHaveText("Mo");
});

test("the calendar works by keyboard, and Escape closes it", async ({ page }) => {
  await openList(page, "?from=2025-01-10");
  await expect(page.getByText("Showing 31 deposits")).toBeVisible();
  const focused = (name: string) => expect(dayButton(page, name)).toBeFocused();
  await opener(page, "From").focus();
  await page.keyboard.press("Enter");
  await focused("Friday, January 10th, 2025, selected");
  for (const [key, day] of [
    ["ArrowRight", "Saturday, January 11th, 2025"],
    ["ArrowDown", "Saturday, January 18th, 2025"],
    ["PageDown", "Tuesday, February 18th, 2025"],
    ["Home", "Sunday, February 16th, 2025"],
    ["End", "Saturday, February 22nd, 2025"],
    ["Shift+PageUp", "Thursday, February 22nd, 2024"],
    ["PageUp", "Monday, January 22nd, 2024"],
    ["ArrowUp", "Monday, January 15th, 2024"],
    ["ArrowLeft", "Sunday, January 14th, 2024"],
  ] as const) {
    await page.keyboard.press(key);
    await focused(day);
  }
  const inside = calendar(page, "From");
  for (const stop of [
    inside.getByRole("button", { name: "Clear" }),
    inside.getByRole("button", { name: "Previous month" }),
    inside.getByRole("combobox", { name: "Month" }),
    inside.getByRole("combobox", { name: "Year" }),
    inside.getByRole("button", { name: "Next month" }),
  ]) {
    await page.keyboard.press("Tab");
    await expect(stop).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(inside).toHaveCount(0);
  await expect(opener(page, "From")).toBeFocused();
  await expect(page).toHaveURL(/from=2025-01-10$/);

  await page.keyboard.press("Space");
  await focused("Friday, January 10th, 2025, selected");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(inside).toHaveCount(0);
  await expect(page).toHaveURL(/from=2025-01-09$/);
  await expect(opener(page, "From")).toBeFocused();
});

test("axe finds no violations while the calendar is open", LOOKED_AT, async ({ page }) => {
  await openList(page, "?from=2025-01-10&to=2025-01-22");
  await expect(page.getByText("Showing 13 deposits")).toBeVisible();
  // On a phone the fields are behind Filter.
  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole("button", { name: "Filter (1)" }).click();
  for (const label of ["From", "To"]) {
    await opener(page, label).click();
    await inEveryLook(page, async (look) => {
      await expect(calendar(page, label)).toBeInViewport({ ratio: 1 });
      expect(await axeFindingsAbove(page, "[role=dialog]", ABOVE), `${label} ${look}`).toEqual([]);
    });
    await page.keyboard.press("Escape");
  }
});
