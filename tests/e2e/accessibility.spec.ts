import type { Page } from "@playwright/test";
import { suggestionList } from "@/lib/contracts/matches";
import { callApi } from "./api";
import {
  axeFindings,
  axeFindingsAbove,
  inEveryLook,
  LOOKED_AT,
  LOOKS,
  OPPOSITE_LOOKS,
} from "./axe";
import { connectedTest, expect, signedInTest, test } from "./fixtures";
import { QUICKBOOKS, row, STRIPE } from "./manual-panel";
import { settled } from "./settled";

/** An open menu is above all regions of the page and has the focus; it belongs to none. */
const MENU = ["region"];
/** While a list is open, the page behind it is hidden from screen readers and from the keyboard. */
const CHOICE = [...MENU, "aria-hidden-focus", "page-has-heading-one"];

/** Checks every look; then the page is wide again. Other screens have this check in their own specs. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  await inEveryLook(page, async (look) => {
    expect(await axeFindings(page), `${what} ${look}`).toEqual([]);
  });
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Overlays above a page that is checked separately: two looks show its colours and widths. */
async function expectOpenAccessible(
  page: Page,
  what: string,
  part: Parameters<typeof axeFindingsAbove>[1] = "[role=dialog]",
) {
  const check = async (look: string) => {
    const without = part === "[role=menu]" ? MENU : [];
    expect(await axeFindingsAbove(page, part, without), `${what} ${look}`).toEqual([]);
  };
  await inEveryLook(page, check, OPPOSITE_LOOKS);
  await page.setViewportSize({ width: 1280, height: 900 });
}

const FORMS = [
  ["/login", "Sign In", "Username is required"],
  ["/signup", "Create Account", "You must accept the terms and conditions"],
  ["/forgot-password", "Send Reset Code", "Please enter a valid email address"],
] as const;

for (const [path, button, error] of FORMS) {
  test(`axe finds no violations on ${path} and its errors`, LOOKED_AT, async ({ page }) => {
    await page.goto(path);
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByText(error)).toBeVisible();
    await expectAccessible(page, path);
  });
}

signedInTest.describe("a company at its beginning", () => {
  // An unknown deposit.
  signedInTest.use({ expectedErrors: [/404/] });

  signedInTest(
    "axe finds no violations on what is empty, missing or failed",
    LOOKED_AT,
    async ({ page }) => {
      signedInTest.slow();
      for (const [path, text] of [
        ["/transactions", "No deposits found matching your filters."],
        ["/manual-match", "No unmatched QuickBooks transactions"],
        ["/transaction/2000000000", "Deposit Not Found"],
        ["/integrations", "Payouts from a file"],
        ["/integrations?tab=accounting", "Xero doesn't allow its data to train models."],
        ["/stripe/callback", "Stripe wasn't connected"],
      ] as const) {
        await page.goto(path);
        await expect(page.getByText(text)).toBeVisible();
        await expectAccessible(page, path);
      }
    },
  );
});

connectedTest(
  "axe finds no violations on lists, details and dialogs",
  LOOKED_AT,
  async ({ page, connected }) => {
    await settled(connected);
    const { total } = await callApi(suggestionList, connected);
    expect(total).toBeGreaterThan(0);
    const dialog = page.getByRole("dialog");
    const question = page.getByRole("alertdialog");
    const close = async (opened = dialog) => {
      await page.keyboard.press("Escape");
      await expect(opened).toHaveCount(0);
    };

    await connectedTest.step("the dashboard's dialogs and menus", async () => {
      await page.goto("/dashboard");
      await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
      await expect(dialog).toBeVisible();
      await expectOpenAccessible(page, "keyboard shortcuts");
      await close();
      await page.getByRole("button", { name: "Confirm all" }).click();
      await expect(question).toBeVisible();
      await expectOpenAccessible(page, "confirm all", "[role=alertdialog]");
      await close(question);
      await page.getByRole("button", { name: /^Notifications/ }).click();
      await expect(dialog).toBeVisible();
      await expectOpenAccessible(page, "notifications");
      await close();
      await page.getByRole("button", { name: "Theme" }).click();
      await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeVisible();
      await expectOpenAccessible(page, "theme", "[role=menu]");
      await close(page.getByRole("menu"));
    });

    await connectedTest.step("the list with a selection, and its choices", async () => {
      await page.goto("/transactions");
      await page.getByRole("checkbox", { name: "Select all on this page" }).check();
      await expect(page.getByRole("button", { name: "Auto Match" })).toBeVisible();
      await expectAccessible(page, "selected deposits");
      const status = page.getByRole("combobox", { name: "Status" });
      const posted = page.getByRole("option", { name: "Posted" });
      // Another width closes the lists, so they are opened in each.
      const openAndCheck = async (look: string) => {
        await status.click();
        await expect(posted).toBeVisible();
        const findings = await axeFindingsAbove(page, "[role=listbox]", CHOICE);
        expect(findings, `the status filter ${look}`).toEqual([]);
        await close(page.getByRole("listbox"));
      };
      await inEveryLook(page, openAndCheck, OPPOSITE_LOOKS);
      await page.setViewportSize({ width: 1280, height: 900 });
      await status.click();
      await posted.click();
      await expect(page).toHaveURL(/status=posted/);
      await page.getByRole("row").filter({ hasText: "Posted" }).first().getByRole("link").click();
    });

    await connectedTest.step("a deposit", async () => {
      await expect(page.getByRole("heading", { name: "Deposit Information" })).toBeVisible();
      await expectAccessible(page, "overview");
      await page.getByRole("tab", { name: "Deposit Lines" }).click();
      await expect(page.getByText("Adds up to the cent")).toBeVisible();
      await expectAccessible(page, "deposit lines");
      await page.getByRole("button", { name: "Delete Deposit" }).click();
      await expect(question).toBeVisible();
      await expectOpenAccessible(page, "deleting", "[role=alertdialog]");
    });

    await connectedTest.step("manual match with a selection", async () => {
      await page.goto("/manual-match");
      await row(page, STRIPE, /Deposit #/)
        .first()
        .click();
      await row(page, QUICKBOOKS, /Customer Payment/)
        .first()
        .click();
      await expect(page.getByText("Doesn't add up yet")).toBeVisible();
      await expectAccessible(page, "manual match");
    });

    await connectedTest.step("accounting, and the settings of both", async () => {
      await page.goto("/integrations?tab=accounting");
      await expect(page.getByRole("button", { name: "Disconnect" })).toBeVisible();
      await expectAccessible(page, "accounting");
      await page.getByRole("button", { name: "QuickBooks Settings" }).click();
      await expect(dialog.getByRole("combobox", { name: "Bank account" })).toBeVisible();
      await expectOpenAccessible(page, "QuickBooks settings");
      await page.goto("/integrations");
      await page.getByRole("button", { name: "Stripe Settings" }).click();
      await expect(dialog.getByText(/^Currently selected/)).toBeVisible();
      await expectOpenAccessible(page, "Stripe settings");
      await close();
    });

    await connectedTest.step("the menu of a phone", async () => {
      await page.setViewportSize({ width: 390, height: 900 });
      await page.getByRole("button", { name: "Open menu" }).click();
      await expect(dialog.getByRole("button", { name: "Logout" })).toBeVisible();
      const narrow = LOOKS.filter(({ width }) => width === 390);
      await inEveryLook(
        page,
        async (look) =>
          expect(await axeFindingsAbove(page, "[role=dialog]"), `menu ${look}`).toEqual([]),
        narrow,
      );
    });
  },
);
