import type { Page } from "@playwright/test";
import { listSessions, saveAutoLogout } from "@/lib/contracts/sessions";
import { BASE_URL } from "./addresses";
import { callApi } from "./api";
import { axeFindings } from "./axe";
import { expect, signedInTest as test } from "./fixtures";
import { NO_SESSION, storedSession } from "./stored-session";

const warning = (page: Page) => page.getByRole("alertdialog", { name: "Are you still there?" });

test.beforeEach(async ({ page, account: { token } }) => {
  const body = { auto_logout_enabled: true, session_timeout: 15 };
  await callApi(saveAutoLogout, { token, body });
  // The page's clock, not ours: it runs by itself and can be advanced.
  await page.clock.install();
});

const lastActivity = (page: Page) =>
  page.evaluate(() => Number(localStorage.getItem("lastActivity")));

/** The page counts: opening it was an activity later than `since`. Time that is advanced before would not count. */
async function open(page: Page, path: string, since = 0): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => lastActivity(page)).toBeGreaterThan(since);
}

test("an idle page warns, signs itself out, and leads back after sign-in", async ({
  page,
  account,
}) => {
  await open(page, "/settings");
  await page.clock.fastForward("13:00");
  await expect(warning(page)).toBeHidden();
  await page.clock.fastForward("01:15");
  await expect(warning(page)).toContainText(/You'll be signed out in \d+ seconds/);
  expect(await axeFindings(page)).toEqual([]);

  await warning(page).getByRole("button", { name: "Stay signed in" }).click();
  await expect(warning(page)).toBeHidden();
  await page.clock.fastForward("13:00");
  await expect(warning(page)).toBeHidden();
  await expect.poll(async () => (await storedSession(page)).isAuthenticated).toBe("true");

  await page.clock.fastForward("01:15");
  await expect(warning(page)).toBeVisible();
  await page.clock.fastForward("01:00");
  await expect(page.getByText("You were signed out after 15 minutes of inactivity.")).toBeVisible();
  await expect(page).toHaveURL(/\/login\?next=%2Fsettings$/);
  await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
  const headers = { authorization: account.token };
  const status = async () =>
    (await fetch(`${BASE_URL}/api${listSessions.path}`, { headers })).status;
  await expect.poll(status).toBe(401);
});

test("the warning offers to sign out", async ({ page }) => {
  await open(page, "/settings");
  await page.clock.fastForward("14:30");
  await warning(page).getByRole("button", { name: "Sign out now" }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fsettings$/);
  await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
});

test("activity in another tab counts", async ({ page, context }) => {
  await open(page, "/settings");
  const other = await context.newPage();
  // Activities within a second are one.
  await page.clock.fastForward("00:02");
  await open(other, "/transactions", await lastActivity(page));
  await page.clock.fastForward("10:00");
  const before = await lastActivity(page);
  await other.mouse.move(200, 200);
  // Tabs are separate processes: one sees the other's storage a moment later.
  await expect.poll(() => lastActivity(page)).toBeGreaterThan(before);
  await page.clock.fastForward("10:00");
  await expect(warning(page)).toBeHidden();
  await expect(warning(other)).toBeHidden();
  await page.clock.fastForward("04:30");
  await expect(warning(page)).toBeVisible();
  await expect(warning(other)).toBeVisible();
  await other.getByRole("button", { name: "Stay signed in" }).click();
  await expect(warning(page)).toBeHidden();
});

test("activity after a long sleep does not restore the session", async ({ page }) => {
  await open(page, "/settings");
  // As after a sleep: the time has passed, and no timer has run.
  await page.clock.setSystemTime(Date.now() + 16 * 60_000);
  await page.mouse.move(50, 50);
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
});
