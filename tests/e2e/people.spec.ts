import { companyList, createCompany } from "@/lib/contracts/companies";
import { peopleList, removeMember } from "@/lib/contracts/people";
import { type Account, callApi, newCredentials, signUp } from "./api";
import { axeFindings, inEveryLook, LOOKED_AT } from "./axe";
import { withBooks } from "./books";
import { browserOf, companyButton, nameOf, seedMember, seedSuggestion } from "./colleagues";
import { expect, signedInTest, test } from "./fixtures";
import { invitationLinkFor } from "./mailbox";

signedInTest(
  "an owner invites somebody without an account, who joins the company alone",
  LOOKED_AT,
  async ({ page, account, browser }) => {
    signedInTest.slow();
    await page.goto("/settings?tab=people");
    await expect(page.getByRole("list", { name: "People" })).toContainText(account.email);
    await expect(page.getByRole("button", { name: "Leave" })).toBeDisabled();
    const dialog = page.getByRole("dialog");
    const { username, email, password } = newCredentials();
    await withBooks(account, ({ query }) =>
      query("UPDATE users SET email_verified_at = NULL WHERE email = $1", [account.email]),
    );
    await page.reload();
    // Three presses and an address: Invite, the role, Send. The form waits for the own address to be confirmed.
    await page.getByRole("button", { name: "Invite" }).click();
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByLabel("Role").selectOption("Viewer");
    await expect(dialog.getByText("Confirm your own address first")).toBeVisible();
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await expect(dialog.getByText(`is sent once ${account.email} is confirmed`)).toBeVisible();
    await withBooks(account, ({ query }) =>
      query("UPDATE users SET email_verified_at = now() WHERE email = $1", [account.email]),
    );
    await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
    await expect(page.getByRole("list", { name: "Invitations" })).toContainText(email);
    await inEveryLook(page, async (look) => {
      expect(await axeFindings(page), `people, ${look}`).toEqual([]);
    });

    const context = await browser.newContext();
    const guest = await context.newPage();
    await guest.goto(await invitationLinkFor(email));
    await expect(guest.getByRole("heading", { name: `Join ${nameOf(account)}` })).toBeVisible();
    await inEveryLook(guest, async (look) => {
      expect(await axeFindings(guest), `invitation, ${look}`).toEqual([]);
    });
    await guest.getByLabel("Username").fill(username);
    await guest.getByLabel("Password", { exact: true }).fill(password);
    await guest.getByLabel("Confirm Password").fill(password);
    await guest.getByRole("button", { name: "Create account and join" }).click();
    await expect(guest).toHaveURL(/\/dashboard$/);
    await expect(guest.getByText("Nothing has been imported yet")).toBeVisible();

    // A viewer is offered nothing that they can't do.
    await guest.goto("/integrations");
    await expect(guest.getByRole("group", { name: "Stripe" })).toBeVisible();
    await expect(guest.getByRole("button", { name: "Connect Stripe" })).toHaveCount(0);
    await guest.goto("/settings");
    await expect(guest.getByText("Only admins and owners of the company")).toBeVisible();
    await expect(guest.getByLabel("Company Name")).toBeDisabled();
    await guest.goto("/manual-match");
    await expect(guest.getByText("Bookkeepers match")).toBeVisible();
    await guest.goto("/settings?tab=people");
    await expect(guest.getByRole("list", { name: "People" })).toContainText(username);
    await expect(guest.getByRole("button", { name: "Invite" })).toHaveCount(0);
    await context.close();
  },
);

test("a bookkeeper of three owners works for them in two tabs", async ({ browser }) => {
  test.slow();
  const bookkeeper = await signUp();
  const clients: Account[] = [];
  for (const customer of ["Ada", "Beryl", "Cleo"]) {
    const client = await signUp();
    clients.push(client);
    await seedSuggestion(client, customer);
    await seedMember(client, bookkeeper, "bookkeeper");
  }
  const [first, second, third] = clients as [Account, Account, Account];
  const context = await browserOf(browser, bookkeeper);
  const page = await context.newPage();
  await page.goto("/companies");
  const list = page.getByRole("list", { name: "Companies" });
  await expect(list.getByRole("listitem")).toHaveCount(4);
  // Their own has nothing connected.
  await expect(page.getByText("4 of 4 need attention")).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel("Search companies").fill(first.username);
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("button", { name: `Open ${nameOf(first)}` }).click();
  await expect(companyButton(page, nameOf(first))).toBeVisible();
  // The row goes before the server has answered, and a reload would end the call.
  const confirmed = page.waitForResponse(/\/qb\/confirm-match\/$/);
  await page.getByRole("button", { name: "Confirm Match" }).click();
  await (await confirmed).finished();
  await expect(page.getByText("Deposits Matched")).toBeVisible();

  // Another tab shows another company; neither is wrong about which one it shows.
  const tab = await context.newPage();
  await tab.setViewportSize({ width: 1440, height: 900 });
  await tab.goto("/dashboard");
  await companyButton(tab, nameOf(first)).click();
  await tab.getByRole("menuitemradio", { name: nameOf(second) }).click();
  await expect(companyButton(tab, nameOf(second))).toBeVisible();
  await expect(tab.getByText("Beryl").first()).toBeVisible();
  await page.reload();
  await expect(companyButton(page, nameOf(first))).toBeVisible();
  await page.goto("/transactions");
  await expect(page.getByText("Showing 1 deposit")).toBeVisible();
  await expect(companyButton(page, nameOf(first))).toBeVisible();

  // A mail's link opens its company, whatever the tab showed.
  const { current } = await callApi(companyList, { token: third.token });
  await page.goto(`/dashboard?company=${current}`);
  await expect(companyButton(page, nameOf(third))).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await context.close();
});

test.describe("a membership that ends", () => {
  test.use({ expectedErrors: [/403/] });

  test("leaves a page with the companies that are left", LOOKED_AT, async ({ browser }) => {
    test.slow();
    const [owner, guest] = [await signUp(), await signUp()];
    await seedMember(owner, guest, "viewer");
    const context = await browserOf(browser, guest);
    const page = await context.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/dashboard");
    await companyButton(page, nameOf(guest)).click();
    await page.getByRole("menuitemradio", { name: nameOf(owner) }).click();
    await expect(companyButton(page, nameOf(owner))).toBeVisible();
    // The session's own company stays another one: only this tab's has ended.
    const { members } = await callApi(peopleList, { token: owner.token });
    const { user_id = 0 } = members.find(({ you }) => !you) ?? {};
    await callApi(createCompany, { token: guest.token, body: { company_name: "Second home" } });
    const other = await context.newPage();
    await other.setViewportSize({ width: 1440, height: 900 });
    await other.goto("/dashboard");
    await companyButton(other, nameOf(owner)).click();
    await other.getByRole("menuitemradio", { name: "Second home" }).click();
    await expect(companyButton(other, "Second home")).toBeVisible();
    await callApi(removeMember, { token: owner.token, body: { user_id } });
    await page.getByRole("link", { name: "Transactions" }).click();
    await expect(
      page.getByRole("heading", { name: "You aren't a member of this company" }),
    ).toBeVisible();
    await inEveryLook(page, async (look) => {
      expect(await axeFindings(page), `no member, ${look}`).toEqual([]);
    });
    await page.getByRole("button", { name: "Second home" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await context.close();
  });
});
