import type { Locator, Page } from "@playwright/test";
import { createApiToken } from "@/lib/contracts/api-tokens";
import { createCompany, switchCompany } from "@/lib/contracts/companies";
import { callApi, signUp } from "./api";
import { axeFindingsAbove, axeFindingsIn, inEveryLook, LOOKED_AT } from "./axe";
import { companyButton, seedMember } from "./colleagues";
import { expect, signedInTest as test } from "./fixtures";

const HEBREW = "חשבונות של הקיוסק ";
const NAMES = [
  "日本商事株式会社",
  "Ünïcode Åß",
  `The "Quoted" & <b>Sons</b>`,
  "شركة المحاسبة 12 (دبي)",
  HEBREW.repeat(11).trim(),
  "W".repeat(200),
];
/** The switcher is hidden on a phone, where the sheet has the choice. */
const WIDE = (["light", "dark"] as const).map((colorScheme) => ({ colorScheme, width: 1280 }));
const NARROW = WIDE.map(({ colorScheme }) => ({ colorScheme, width: 390 }));

async function expectNothing(page: Page, what: string, looks?: typeof WIDE): Promise<void> {
  await inEveryLook(
    page,
    async (look) => {
      expect(await axeFindingsAbove(page, "[role=dialog]"), `${what}, ${look}`).toEqual([]);
    },
    looks,
  );
}

/** Opens a dialog, checks it and closes it. */
async function check(
  page: Page,
  opener: Locator,
  role: "dialog" | "alertdialog" = "dialog",
): Promise<void> {
  const dialog = page.getByRole(role);
  const what = String(opener);
  await opener.click();
  await expect(dialog).toBeVisible();
  await inEveryLook(page, async (look) => {
    expect(await axeFindingsAbove(page, `[role=${role}]`), `${what}, ${look}`).toEqual([]);
  });
  const isCut = () => dialog.evaluate((part) => part.scrollWidth > part.clientWidth);
  expect(await isCut(), `${what} is cut`).toBe(false);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

test(
  "axe finds no violations in the dialogs of people and API tokens",
  LOOKED_AT,
  async ({ page, account: { token, ...account } }) => {
    test.slow();
    // The longest name that a company can have, without a place to break it.
    const { company } = await callApi(createCompany, {
      token,
      body: { company_name: "W".repeat(200) },
    });
    await callApi(switchCompany, { token, body: { company_id: company.id } });
    const guest = await signUp();
    await seedMember({ user: account.user, companyId: company.id }, guest, "owner");
    const proof = { current_password: account.password, expires_in_days: 30 as const };
    await callApi(createApiToken, { token, body: { ...proof, name: "Reports", role: "viewer" } });
    await page.goto("/settings?tab=people");
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const dialog = page.getByRole("dialog");

    const role = page.getByRole("combobox", { name: `Role of ${guest.username}` });
    await expect(role).toBeVisible();
    await inEveryLook(page, async (look) => {
      // A change of the window's size closes it.
      await role.click();
      await expect(page.getByRole("listbox")).toBeVisible();
      expect(await axeFindingsIn(page, "[role=listbox]"), `roles, ${look}`).toEqual([]);
      await page.keyboard.press("Escape");
    });
    await check(page, button("Invite"));
    await button("Invite").click();
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await expect(dialog.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
    await expectNothing(page, "an invitation without an address");
    await page.keyboard.press("Escape");
    for (const name of [`Remove ${guest.username}`, "Revoke Reports"]) {
      await check(page, button(name), "alertdialog");
    }
    for (const name of ["New API token", "Hand over ownership", "Leave", "Delete company"]) {
      await check(page, button(name));
    }
  },
);

test(
  "companies are named in any script, in the switcher, its dialog and the sheet",
  LOOKED_AT,
  async ({ page, account: { token } }) => {
    test.slow();
    for (const company_name of NAMES) {
      const { company } = await callApi(createCompany, { token, body: { company_name } });
      if (company_name.startsWith(HEBREW)) {
        await callApi(switchCompany, { token, body: { company_id: company.id } });
      }
    }
    const hebrew = HEBREW.repeat(11).trim();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/settings?tab=notifications");
    const trigger = companyButton(page, hebrew);
    // Cut at its end, which is at the left.
    await expect(trigger.getByText(hebrew)).toHaveCSS("direction", "rtl");
    await trigger.click();
    const menu = page.getByRole("menu");
    for (const name of NAMES) {
      await expect(menu.getByRole("menuitemradio", { name, exact: true })).toBeVisible();
    }
    await expect(menu.getByText(hebrew)).toHaveCSS("direction", "rtl");
    await inEveryLook(
      page,
      async (look) => {
        expect(await axeFindingsIn(page, "[role=menu]"), `the switcher, ${look}`).toEqual([]);
      },
      WIDE,
    );
    await menu.getByRole("menuitem", { name: "New company" }).click();
    await expect(page.getByRole("dialog").getByLabel("Company name")).toBeFocused();
    await expectNothing(page, "a new company");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Company name is required")).toBeVisible();
    await expectNothing(page, "a new company without a name");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Open menu" }).click();
    const choice = page.getByRole("dialog").getByRole("combobox", { name: "Company" });
    await expect(choice).toBeVisible();
    await expectNothing(page, "the sheet", NARROW);
    await choice.selectOption("日本商事株式会社");
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(companyButton(page, "日本商事株式会社")).toBeVisible();
  },
);
