import type { Page } from "@playwright/test";
import { AUTHORIZENET_MERCHANT } from "@/emulators/authorizenet/state";
import { providerEndpoints } from "@/lib/contracts/providers";
import { callApi, resetEmulators } from "./api";
import { axeFindings, axeFindingsAbove, inEveryLook, LOOKED_AT } from "./axe";
import { connectQuickbooks, connectStripeByKey } from "./emulators";
import { expect, signedInTest as test } from "./fixtures";

async function expectOpenAccessible(
  page: Page,
  what: string,
  part: "[role=dialog]" | "[role=alertdialog]" = "[role=dialog]",
) {
  await inEveryLook(page, async (look) => {
    expect(await axeFindingsAbove(page, part), `${what} ${look}`).toEqual([]);
  });
}

async function expectAccessible(page: Page, what: string) {
  await inEveryLook(page, async (look) => {
    expect(await axeFindings(page), `${what} ${look}`).toEqual([]);
  });
}

test(
  "axe finds no violations on forms, cards and settings",
  LOOKED_AT,
  async ({ page, account: { token } }) => {
    test.slow();
    await resetEmulators();
    await page.goto("/integrations?connect=stripe");
    await expect(page.getByRole("heading", { name: "Connect to Stripe" })).toBeVisible();
    await expectAccessible(page, "Stripe form");
    await page.goto("/integrations?connect=authorize");
    await expect(page.getByRole("heading", { name: "Connect to Authorize.Net" })).toBeVisible();
    await expectAccessible(page, "Authorize.Net form");

    await connectStripeByKey(token);
    const { loginId, transactionKey } = AUTHORIZENET_MERCHANT;
    const body = { login_id: loginId, transcation_key: transactionKey };
    await callApi(providerEndpoints.authorizenet.connectByKey, { token, body });
    await connectQuickbooks(token);
    await page.goto("/integrations");
    await page.getByRole("button", { name: "Authorize.Net Settings" }).click();
    await expect(page.getByRole("radio", { name: "Daily" })).toBeVisible();
    await expectOpenAccessible(page, "Authorize.Net settings");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectAccessible(page, "payment processors");
    await page.goto("/integrations?tab=accounting");
    await page.getByRole("button", { name: "QuickBooks Settings" }).click();
    await page
      .getByRole("combobox", { name: /^Payments also arrive in/ })
      .selectOption({ label: "Stripe Clearing" });
    await expect(page.getByRole("textbox", { name: "Payments dated from" })).toBeVisible();
    await expectOpenAccessible(page, "QuickBooks settings");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Disconnect" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectOpenAccessible(page, "disconnecting", "[role=alertdialog]");
  },
);
