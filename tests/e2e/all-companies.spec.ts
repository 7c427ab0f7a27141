import { createCompany, switchCompany } from "@/lib/contracts/companies";
import { seedClients } from "@/tools/demo/seed-clients";
import { DATABASE_URL } from "./addresses";
import { callApi, signUp } from "./api";
import { axeFindings, inEveryLook, LOOKED_AT } from "./axe";
import { browserOf, companyButton, nameOf, seedMember, seedSuggestion } from "./colleagues";
import { expect, test } from "./fixtures";

const CLIENTS = ["Harbor Books", "Rosewood Studio", "Silver Oak"];

test(
  "a bookkeeper of a firm with three clients works all three from the overview",
  LOOKED_AT,
  async ({ browser }) => {
    test.slow();
    const [firm, bookkeeper] = [await signUp(), await signUp()];
    for (const name of CLIENTS) {
      const { company } = await callApi(createCompany, {
        token: firm.token,
        body: { company_name: name },
      });
      await callApi(switchCompany, { token: firm.token, body: { company_id: company.id } });
      await seedSuggestion({ ...firm, companyId: company.id }, `Customer of ${name}`);
      await seedMember({ ...firm, companyId: company.id }, bookkeeper, "bookkeeper");
    }
    const context = await browserOf(browser, bookkeeper);
    const page = await context.newPage();
    await page.goto("/companies");
    const list = page.getByRole("list", { name: "Companies" });
    await expect(list.getByRole("listitem")).toHaveCount(CLIENTS.length + 1);
    // Theirs has nothing connected yet.
    await expect(page.getByText("4 of 4 need attention")).toBeVisible();
    const own = list.getByRole("button", { name: `Connect ${nameOf(bookkeeper)}` });
    await expect(list.getByText("Not connected")).toHaveCount(1);
    await inEveryLook(page, async (look) => {
      expect(await axeFindings(page), `all companies, ${look}`).toEqual([]);
    });
    await page.setViewportSize({ width: 1440, height: 900 });

    // By keys: forth and back through the rows, then through those that need attention.
    const rows = CLIENTS.map((name) => list.getByRole("button", { name: `Open ${name}` }));
    for (const [key, button] of [
      ["j", rows[0]],
      ["j", rows[1]],
      ["k", rows[0]],
      ["e", rows[1]],
      ["e", rows[2]],
      ["e", own],
      ["e", rows[0]],
    ] as const) {
      await page.keyboard.press(key);
      await expect(button ?? own).toBeFocused();
    }
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toContainText("Next company that needs attention");
    await page.keyboard.press("Escape");
    await expect(rows[0] ?? own).toBeFocused();

    // What waits in each is said in the menu, too.
    await companyButton(page, nameOf(bookkeeper)).click();
    const waiting = page.getByRole("menuitemradio", { name: /1 to do$/ });
    await expect(waiting).toHaveCount(CLIENTS.length);
    await expect(
      page.getByRole("menuitemradio", { name: nameOf(bookkeeper), exact: true }),
    ).toBeVisible();
    await page.keyboard.press("Escape");

    for (const [index, name] of CLIENTS.entries()) {
      await page.getByLabel("Filter by need").selectOption("Has suggestions");
      await expect(list.getByRole("listitem")).toHaveCount(CLIENTS.length - index);
      await list.getByRole("button", { name: `Open ${name}` }).press("Enter");
      await expect(companyButton(page, name)).toBeVisible();
      await expect(page.getByText(`Customer of ${name}`).first()).toBeVisible();
      // The row goes before the server has answered; the overview counts what the server has.
      const confirmed = page.waitForResponse(/\/qb\/confirm-match\/$/);
      await page.getByRole("button", { name: "Confirm Match" }).click();
      await (await confirmed).finished();
      await expect(page.getByRole("button", { name: "Confirm Match" })).toHaveCount(0);
      await companyButton(page, name).click();
      await page.getByRole("menuitem", { name: "All companies" }).click();
      await expect(page).toHaveURL(/\/companies$/);
    }
    await expect(list.getByText("Nothing to do")).toHaveCount(CLIENTS.length);
    await expect(page.getByText("1 of 4 needs attention")).toBeVisible();
    await page.getByLabel("Filter by need").selectOption("Not connected");
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await own.press("Enter");
    await expect(page).toHaveURL(/\/integrations$/);

    // The firm sees the same.
    const office = await (await browserOf(browser, firm)).newPage();
    await office.goto("/companies");
    await expect(
      office.getByRole("list", { name: "Companies" }).getByText("Nothing to do"),
    ).toHaveCount(CLIENTS.length);
    // Its next client begins with the settings of another one.
    await companyButton(office, "Silver Oak").click();
    await office.getByRole("menuitem", { name: "New company" }).click();
    await office.getByLabel("Company name").fill("Tidewater");
    await office.getByLabel("Copy settings from").selectOption("Harbor Books");
    await office.getByRole("button", { name: "Create company" }).click();
    await expect(
      office.getByText("Tidewater was created. The settings of Harbor Books were copied."),
    ).toBeVisible();
    await office.getByRole("button", { name: "Open company" }).click();
    await expect(companyButton(office, "Tidewater")).toBeVisible();
    await office.context().close();
    await context.close();
  },
);

test(
  "300 companies are listed in pages, which the filter and the address go by",
  LOOKED_AT,
  async ({ browser }) => {
    const bookkeeper = await signUp();
    await seedClients(DATABASE_URL, bookkeeper.user.id);
    const context = await browserOf(browser, bookkeeper);
    const page = await context.newPage();
    await page.goto("/companies");
    const rows = page.getByRole("list", { name: "Companies" }).getByRole("listitem");
    await expect(page.getByText("1 to 50 of 300 companies")).toBeVisible();
    await expect(rows).toHaveCount(50);
    // The most urgent first.
    await expect(rows.first()).toContainText(/not posted|to renew/);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("51 to 100 of 300 companies")).toBeVisible();
    await page.reload();
    await expect(page.getByText("51 to 100 of 300 companies")).toBeVisible();

    await page.getByLabel("Search companies").fill("bakery");
    await expect(rows).toHaveCount(25);
    await expect(page.getByRole("button", { name: "Next" })).toHaveCount(0);
    await page.getByLabel("Filter by need").selectOption("Not posted");
    await expect(rows).not.toHaveCount(25);
    await expect(rows).not.toHaveCount(0);
    for (const row of await rows.all()) await expect(row).toContainText(/Bakery.*not posted/);
    await expect(page).toHaveURL(/\/companies\?q=bakery&need=not_posted$/);
    await page.goto("/companies");
    await inEveryLook(page, async (look) => {
      await expect(rows).toHaveCount(50);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, look).toBeLessThanOrEqual(0);
      expect(await axeFindings(page), look).toEqual([]);
    });
    await context.close();
  },
);
