import type { Locator, Page } from "@playwright/test";
import { createApiToken } from "@/lib/contracts/api-tokens";
import { createCompany } from "@/lib/contracts/companies";
import { invite } from "@/lib/contracts/people";
import { type Account, callApi, newCredentials, signUp } from "./api";
import { companyButton, join, nameOf } from "./colleagues";
import { expect, signedInTest as test } from "./fixtures";
import { tabTo } from "./focus";
import { hold } from "./held";

const listOf = (page: Page, name: string) => page.getByRole("list", { name });
const rowOf = (page: Page, list: string, text: string) =>
  listOf(page, list).getByRole("listitem").filter({ hasText: text });

/** Moves to a control, in either direction, and presses it. */
async function press(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
  await tabTo(page, target, key);
  await page.keyboard.press("Enter");
}

/** Confirms the dialog that asks; the answer that changes nothing has the focus first. */
async function confirm(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await press(page, dialog.getByRole("button", { name: action }));
  await expect(dialog).toHaveCount(0);
}

async function invited({ token }: Account): Promise<string> {
  const { email } = newCredentials();
  await callApi(invite, { token, body: { email, role: "viewer" } });
  return email;
}

async function joined(owner: Account): Promise<Account> {
  const guest = await signUp();
  await join(owner, guest, "bookkeeper");
  return guest;
}

test("invitations are sent, sent again and withdrawn by keyboard", async ({ page, account }) => {
  const other = await invited(account);
  await page.goto("/settings?tab=people");
  const inviteButton = page.getByRole("button", { name: "Invite" });
  await press(page, inviteButton);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Email")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(inviteButton).toBeFocused();
  await page.keyboard.press("Enter");
  const { email } = newCredentials();
  await expect(dialog.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(email);
  await tabTo(page, dialog.getByLabel("Role"));
  await page.keyboard.type("Viewer");
  await press(page, dialog.getByRole("button", { name: "Send invitation" }));
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
  await expect(inviteButton).toBeFocused();
  await expect(rowOf(page, "Invitations", email)).toContainText("Viewer");

  const again = page.getByRole("button", { name: `Send the invitation of ${other} again` });
  await press(page, again);
  await expect(page.getByText(`Invitation sent to ${other}`)).toBeVisible();
  await expect(again).toBeFocused();

  await press(page, page.getByRole("button", { name: `Withdraw the invitation of ${other}` }));
  await expect(rowOf(page, "Invitations", other)).toHaveCount(0);
  await expect(rowOf(page, "Invitations", email)).toBeFocused();
  await press(page, page.getByRole("button", { name: `Withdraw the invitation of ${email}` }));
  await expect(listOf(page, "Invitations")).toHaveCount(0);
  await expect(inviteButton).toBeFocused();
});

test.describe("a change that the server refuses", () => {
  test.use({ expectedErrors: [/503/] });

  test("leaves the focus where it was", async ({ page, account }) => {
    const email = await invited(account);
    await page.route("**/api/people/revoke/", (route) =>
      route.fulfill({ status: 503, json: { message: "Try later", code: "unavailable" } }),
    );
    await page.goto("/settings?tab=people");
    const withdraw = page.getByRole("button", { name: `Withdraw the invitation of ${email}` });
    await press(page, withdraw);
    await expect(page.getByText("Couldn't withdraw the invitation")).toBeVisible();
    await expect(withdraw).toBeFocused();
  });
});

test("roles are changed and people removed by keyboard", async ({ page, account }) => {
  const guests = [await joined(account), await joined(account)];
  await page.goto("/settings?tab=people");
  const rows = listOf(page, "People").getByRole("listitem");
  await expect(rows).toHaveCount(3);
  const shown = await rows.allTextContents();
  const placeOf = ({ email }: Account) => shown.findIndex((text) => text.includes(email));
  // From the first of the two on, so that the second takes its place.
  const [first, second] = guests.toSorted((a, b) => placeOf(a) - placeOf(b));
  if (!first || !second) throw new Error("no two guests");

  const role = page.getByRole("combobox", { name: `Role of ${first.username}` });
  await press(page, role);
  await expect(page.getByRole("option", { name: "Bookkeeper" })).toBeFocused();
  await page.keyboard.type("Viewer");
  await expect(page.getByRole("option", { name: "Viewer" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(role).toHaveText("Viewer");
  await expect(role).toBeFocused();

  const remove = (name: string) => page.getByRole("button", { name: `Remove ${name}` });
  await press(page, remove(first.username));
  await page.keyboard.press("Escape");
  await expect(remove(first.username)).toBeFocused();
  await page.keyboard.press("Enter");
  await confirm(page, "Remove");
  await expect(rows).toHaveCount(2);
  await expect(rowOf(page, "People", second.email)).toBeFocused();
  await press(page, remove(second.username));
  await confirm(page, "Remove");
  await expect(rows).toHaveCount(1);
  await expect(rows).toBeFocused();
});

test("letters typed into a closed role are one name, so that Bookkeeper is no Owner", async ({
  page,
  account,
}) => {
  const guest = await signUp();
  await join(account, guest, "viewer");
  await page.goto("/settings?tab=people");
  const role = page.getByRole("combobox", { name: `Role of ${guest.username}` });
  await tabTo(page, role);
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/people/role/")) sent.push(request.postDataJSON().role);
  });
  await page.keyboard.type("Bookkeeper");
  await expect(role).toHaveText("Bookkeeper");
  await expect(role).toBeFocused();
  expect(sent).toEqual(["bookkeeper"]);
});

test("letters typed while the list of roles opens choose nothing", async ({ page, account }) => {
  await join(account, await signUp(), "owner");
  await page.goto("/settings?tab=people");
  const role = page.getByRole("combobox", { name: `Role of ${account.username}` });
  await expect(role).toBeVisible();
  const release = await hold(page, "/_next/static/chunks/**");
  await press(page, role);
  await page.keyboard.type("Viewer");
  release();
  await expect(page.getByRole("option", { name: "Owner" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(role).toHaveText("Owner");
  await expect(role).toBeFocused();
});

test("an owner who makes themselves a viewer by keyboard keeps the focus in their row", async ({
  page,
  account,
}) => {
  await join(account, await signUp(), "owner");
  await page.goto("/settings?tab=people");
  await press(page, page.getByRole("combobox", { name: `Role of ${account.username}` }));
  await expect(page.getByRole("option", { name: "Owner" })).toBeFocused();
  await page.keyboard.type("Viewer");
  await expect(page.getByRole("option", { name: "Viewer" })).toBeFocused();
  // The row is the viewer's before the change has ended: until then nothing that Enter presses has the focus.
  const release = await hold(page, "/api/companies/");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox")).toHaveCount(0);
  await expect(page.locator(":focus")).toHaveCount(0);
  release();
  await expect(rowOf(page, "People", account.email)).toBeFocused();
});

test("a company is handed over and left by keyboard", async ({ page, account }) => {
  const guest = await joined(account);
  await page.goto("/settings?tab=people");
  const leave = page.getByRole("button", { name: "Leave" });
  await press(page, page.getByRole("button", { name: "Hand over" }));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("New owner")).toBeFocused();
  await press(page, dialog.getByRole("button", { name: "Hand over" }));
  await expect(page.getByRole("button", { name: "Hand over" })).toHaveCount(0);
  await expect(rowOf(page, "People", guest.email)).toContainText("Owner");
  await expect(leave).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Company name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(leave).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Company name")).toBeFocused();
  await page.keyboard.type(nameOf(account));
  await press(page, dialog.getByRole("button", { name: "Leave" }));
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("companies are switched and made by keyboard", async ({ page, account }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await callApi(createCompany, { token: account.token, body: { company_name: "Second books" } });
  await page.goto("/dashboard");
  await press(page, companyButton(page, nameOf(account)));
  const menu = page.getByRole("menu");
  await expect(menu).toBeFocused();
  const inMenu = page.locator("[role=menu]:focus, [role=menu] :focus");
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("menuitemradio").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(companyButton(page, nameOf(account))).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(inMenu).toHaveCount(1);
  await page.keyboard.type("Second");
  await expect(menu.getByRole("menuitemradio", { name: "Second books" })).toBeFocused();
  await page.keyboard.press("Enter");

  const second = companyButton(page, "Second books");
  const make = menu.getByRole("menuitem", { name: "New company" });
  await press(page, second);
  await expect(inMenu).toHaveCount(1);
  await page.keyboard.press("End");
  await expect(make).toBeFocused();
  await page.keyboard.press("Enter");
  const name = page.getByRole("dialog").getByLabel("Company name");
  await expect(name).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(second).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(inMenu).toHaveCount(1);
  await page.keyboard.press("End");
  await expect(make).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(name).toBeFocused();
  await page.keyboard.type("Third books");
  await page.keyboard.press("Enter");
  await expect(companyButton(page, "Third books")).toBeVisible();
});

test("API tokens are made and revoked by keyboard", async ({ page, account }) => {
  const { token, password } = account;
  const proof = { current_password: password, expires_in_days: 30 as const };
  await callApi(createApiToken, { token, body: { ...proof, name: "Reports", role: "viewer" } });
  await page.goto("/settings?tab=people");
  const make = page.getByRole("button", { name: "New API token" });
  await press(page, make);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Payroll");
  await press(page, dialog.getByRole("button", { name: "Continue" }));
  await expect(dialog.getByLabel("Current Password")).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Copy", exact: true })).toBeFocused();
  await press(page, dialog.getByRole("button", { name: "I've saved it" }));
  await expect(make).toBeFocused();

  const rows = listOf(page, "API tokens").getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await press(page, page.getByRole("button", { name: "Revoke Payroll" }), "Shift+Tab");
  await confirm(page, "Revoke");
  await expect(rows).toHaveCount(1);
  await expect(rows).toBeFocused();
  await press(page, page.getByRole("button", { name: "Revoke Reports" }));
  await confirm(page, "Revoke");
  await expect(rows).toHaveCount(0);
  await expect(make).toBeFocused();
});
