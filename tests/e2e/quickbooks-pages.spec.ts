import type { Page } from "@playwright/test";
import { resetEmulators } from "./api";
import { axeFindings, inEveryLook, LOOKED_AT } from "./axe";
import { withBooks } from "./books";
import { connectQuickbooks, providerCard } from "./emulators";
import { expect, signedInTest, test } from "./fixtures";
import { cut, hold } from "./held";

const LAUNCH = "/quickbooks/launch";
const DISCONNECTED = "/quickbooks/disconnected";
const INTEGRATIONS = "/api/user/integrations/";

/** Where Connect is offered. */
async function expectConnectOffered(page: Page, button: string): Promise<void> {
  await expect(page).toHaveURL(/\/integrations\?tab=accounting$/);
  await expect(
    providerCard(page, "QuickBooks").getByRole("button", { name: `${button} QuickBooks` }),
  ).toBeEnabled();
}

test.describe("the page to which Intuit leads after a disconnect in QuickBooks", () => {
  test("says what it means, and axe finds no violations", LOOKED_AT, async ({ page }) => {
    await inEveryLook(page, async (look) => {
      await page.goto(DISCONNECTED);
      const heading = { level: 1, name: "QuickBooks was disconnected" };
      await expect(page.getByRole("heading", heading)).toBeVisible();
      const main = page.getByRole("main");
      await expect(main).toContainText("can no longer read or change the company");
      await expect(main).toContainText("Everything it posted stays in QuickBooks.");
      await expect(main).toContainText("Your deposits, matches and history stay here.");
      await expect(main).toContainText("can be posted once the company is connected again");
      expect(await axeFindings(page), look).toEqual([]);
    });
    await expect(page.getByRole("main").getByRole("link", { name: "Help" })).toHaveAttribute(
      "href",
      "/help",
    );
  });

  test("needs no sign-in; Connect again does", async ({ page }) => {
    await page.goto(DISCONNECTED);
    await page.getByRole("link", { name: "Connect again" }).click();
    await expect(page).toHaveURL(/\/login\?next=%2Fquickbooks%2Flaunch$/);
  });
});

signedInTest.describe("the page to which QuickBooks' own menu leads", () => {
  signedInTest.beforeEach(resetEmulators);

  signedInTest("leads to Connect where QuickBooks isn't connected", async ({ page }) => {
    const release = await hold(page, INTEGRATIONS);
    await page.goto(LAUNCH);
    await expect(page.getByRole("heading", { name: "Opening your books..." })).toBeVisible();
    release();
    await expectConnectOffered(page, "Connect");
  });

  signedInTest("leads to the dashboard where it is connected", async ({ page, account }) => {
    await connectQuickbooks(account.token);
    // Anybody can open the other page, so it ends no connection.
    await page.goto(DISCONNECTED);
    await page.getByRole("link", { name: "Connect again" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  });

  signedInTest("leads to Reconnect where the access has ended", async ({ page, account }) => {
    await connectQuickbooks(account.token);
    await withBooks(account, ({ companyId, query }) =>
      query("UPDATE integrations SET status = 'expired' WHERE company_id = $1", [companyId]),
    );
    await page.goto(LAUNCH);
    await expectConnectOffered(page, "Reconnect");
  });

  signedInTest.describe("while the server can't be reached", () => {
    signedInTest.use({ expectedErrors: [/ERR_FAILED/] });

    signedInTest("says so, and Retry goes on", async ({ page }) => {
      const restore = await cut(page, INTEGRATIONS);
      await page.goto(LAUNCH);
      await expect(
        page.getByRole("heading", { level: 1, name: "Your books couldn't be opened" }),
      ).toBeVisible();
      await restore();
      await page.getByRole("button", { name: "Retry" }).click();
      await expectConnectOffered(page, "Connect");
    });
  });
});
