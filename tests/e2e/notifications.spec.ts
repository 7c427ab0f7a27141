import type { Page } from "@playwright/test";
import {
  getNotificationSettings,
  notificationList,
  saveNotificationSettings,
} from "@/lib/contracts/notifications";
import { providerEndpoints } from "@/lib/contracts/providers";
import { BASE_URL, CONTROL_URL, STRIPE_KEY } from "./addresses";
import { callApi, resetEmulators } from "./api";
import { axeFindingsIn, inEveryLook, LOOKED_AT, LOOKS } from "./axe";
import { connectedTest, expect, signedInTest } from "./fixtures";

/** A page polls every 15 seconds. */
const FAILED = "Stripe sync failed";
const NEWEST = /\/api\/notifications\/$/;
/** Has the newest ones too. */
const FIRST_SCREEN = /\/api\/user\/first-screen\//;

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const list = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
const toastOf = (page: Page, text: string) =>
  page.locator("[data-sonner-toast]").filter({ hasText: text });

/** Causes an event while the page is open: Stripe refuses a sync. */
async function failSync(token: string): Promise<void> {
  const fault = { provider: "stripe", match: { path: "/v1/payouts" }, kind: "status", status: 403 };
  await fetch(`${CONTROL_URL}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    // After a first 403 the sync tries without the bank accounts.
    body: JSON.stringify({ ...fault, times: 2 }),
  });
  const answer = await fetch(`${BASE_URL}/api/stripe/save-payouts/`, {
    method: "POST",
    headers: { authorization: token },
  });
  expect(answer.status).toBe(502);
}

/** The page asks again at once, by its own clock. */
const laterOn = (page: Page) => page.clock.fastForward(15_000);

/** Opens a page and waits until it knows which notifications are old: the bell appears before. */
async function openKnowing(page: Page): Promise<void> {
  await page.clock.install();
  const known = page.waitForResponse(FIRST_SCREEN);
  await page.goto("/transactions");
  await (await known).finished();
}

async function connectStripe(token: string): Promise<void> {
  await resetEmulators();
  await callApi(providerEndpoints.stripe.connectByKey, { token, body: { secret_key: STRIPE_KEY } });
  // Connecting starts a sync; wait for its end.
  await callApi(providerEndpoints.stripe.sync, { token, query: "?wait=100" });
}

signedInTest("the bell of a new company says that there is nothing new", async ({ page }) => {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Notifications", exact: true }).click();
  await expect(list(page).getByText("Nothing new")).toBeVisible();
  await expect(list(page).getByRole("button", { name: "Mark all as read" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(list(page)).toHaveCount(0);
  await expect(bell(page)).toBeFocused();
});

connectedTest(
  "what a sync came to is listed, led to and marked as read",
  async ({ page, connected: { token } }) => {
    const kinds = async () =>
      (await callApi(notificationList, { token })).notifications.map(({ kind }) => kind);
    await expect.poll(kinds).toContain("suggestion");
    await page.goto("/integrations");
    await expect(bell(page)).toHaveAccessibleName(/^Notifications, \d+ unread$/);
    await bell(page).click();
    await expect(list(page).getByText("Unread").first()).toBeAttached();
    await expect(
      list(page)
        .getByText(/suggested match(es)? to review$/)
        .first(),
    ).toBeVisible();
    await list(page)
      .getByRole("link", { name: /^\d+ deposits matched/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/dashboard\/activity$/);
    await expect(list(page)).toHaveCount(0);
    // Those of earlier still lead there.
    await page.goto("/dashboard/review#runs");
    await expect(page).toHaveURL(/\/dashboard\/activity$/);

    await bell(page).click();
    await list(page).getByRole("button", { name: "Mark all as read" }).click();
    await expect(list(page).getByText("Unread")).toHaveCount(0);
    // The list changes at once, the bell when the server has answered: a reload would end the call.
    await expect(bell(page)).toHaveAccessibleName("Notifications");
    await page.reload();
    await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  },
);

signedInTest(
  "what is new shows within seconds, and with a sound when wanted",
  async ({ page, account: { token } }) => {
    signedInTest.slow();
    await connectStripe(token);
    const settings = await callApi(getNotificationSettings, { token });
    await callApi(saveNotificationSettings, { token, body: { ...settings, sound_alerts: true } });
    await page.addInitScript(() => {
      const { start } = AudioScheduledSourceNode.prototype;
      AudioScheduledSourceNode.prototype.start = function (...when) {
        document.documentElement.dataset.sounds = String(
          Number(document.documentElement.dataset.sounds ?? 0) + 1,
        );
        start.apply(this, when);
      };
    });
    await openKnowing(page);
    await page.getByRole("heading", { name: "Transactions", level: 1 }).click();
    await failSync(token);
    await laterOn(page);
    // A toast stays while the pointer is on it.
    await toastOf(page, FAILED).hover();
    await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
    await expect(page.locator("html")).toHaveAttribute("data-sounds", "2");
    await toastOf(page, FAILED).getByRole("button", { name: "View" }).click();
    await expect(page).toHaveURL(/\/integrations$/);
  },
);

signedInTest(
  "without real-time alerts the bell counts in silence",
  async ({ page, account: { token } }) => {
    signedInTest.slow();
    await connectStripe(token);
    const settings = await callApi(getNotificationSettings, { token });
    await callApi(saveNotificationSettings, {
      token,
      body: { ...settings, real_time_alerts: false },
    });
    await openKnowing(page);
    await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
    const looked = page.waitForResponse(NEWEST);
    await failSync(token);
    await laterOn(page);
    await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
    await (await looked).finished();
    await bell(page).click();
    await expect(list(page).getByText(FAILED)).toBeVisible();
    await expect(toastOf(page, FAILED)).toHaveCount(0);
  },
);

signedInTest(
  "the Notifications tab is as documented, and what is saved stays",
  async ({ page }) => {
    await page.goto("/settings?tab=notifications");
    const toggle = (name: string) => page.getByRole("switch", { name, exact: true });
    for (const on of [
      "Successful Matches",
      "Match Suggestions",
      "Integration Issues",
      "Real-time Alerts",
    ]) {
      await expect(toggle(on)).toBeChecked();
    }
    for (const off of ["Weekly Summary", "Sound Alerts"])
      await expect(toggle(off)).not.toBeChecked();
    await expect(page.getByRole("button", { name: "Save Changes" })).toBeDisabled();

    await toggle("Successful Matches").click();
    await toggle("Weekly Summary").click();
    await toggle("Sound Alerts").click();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Settings saved successfully")).toBeVisible();
    await page.reload();
    await expect(toggle("Successful Matches")).not.toBeChecked();
    await expect(toggle("Match Suggestions")).toBeChecked();
    await expect(toggle("Weekly Summary")).toBeChecked();
    await expect(toggle("Sound Alerts")).toBeChecked();
  },
);

signedInTest(
  "on a phone the menu leads to the list, which fits the screen",
  LOOKED_AT,
  async ({ page, account: { token } }) => {
    await connectStripe(token);
    await failSync(token);
    await inEveryLook(
      page,
      async (look) => {
        await page.goto("/dashboard");
        await page.getByRole("button", { name: "Open menu" }).click();
        await page
          .getByRole("dialog", { name: "Menu" })
          .getByRole("button", { name: "Notifications 1 unread" })
          .click();
        await expect(list(page).getByText(FAILED)).toBeVisible();
        // The page behind it is tested separately.
        expect(await axeFindingsIn(page, "[role=dialog]"), look).toEqual([]);
      },
      LOOKS.filter(({ width }) => width === 390),
    );
  },
);
