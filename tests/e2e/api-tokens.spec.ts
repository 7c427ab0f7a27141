import { BASE_URL } from "./addresses";
import { axeFindings, inEveryLook, LOOKED_AT } from "./axe";
import { expect, signedInTest as test } from "./fixtures";

test(
  "an owner makes an API token, which is shown once, and revokes it",
  LOOKED_AT,
  async ({ page, account }) => {
    test.slow();
    const expectNothing = (what: string) =>
      inEveryLook(page, async (look) => {
        expect(await axeFindings(page), `${what}, ${look}`).toEqual([]);
      });
    const dialog = page.getByRole("dialog");
    const list = page.getByRole("list", { name: "API tokens" });
    await page.goto("/settings?tab=people");
    await expect(page.getByText("No API tokens")).toBeVisible();
    await expectNothing("no tokens");

    await page.getByRole("button", { name: "New API token" }).click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText("Name is required")).toBeVisible();
    await expectNothing("the form");
    await dialog.getByLabel("Name").fill("Payroll export");
    await dialog.getByLabel("Role").selectOption("Bookkeeper");
    await dialog.getByLabel("Expires").selectOption("In 365 days");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("heading", { name: "Create Payroll export?" })).toBeVisible();
    await dialog.getByLabel("Current Password").fill(account.password);
    await dialog.getByRole("button", { name: "Create API token" }).click();

    const shown = dialog.getByRole("region", { name: "API token" });
    await expect(shown).toContainText(/^TOKEN dmat_[\w-]{43}/);
    const token = (await shown.getByText("TOKEN dmat_").textContent()) ?? "";
    await expect(dialog.getByRole("region", { name: "Example" })).toContainText(
      `curl -H "Authorization: ${token}" ${BASE_URL}/api/summary/`,
    );
    await expectNothing("the token");
    await dialog.getByRole("button", { name: "I've saved it" }).click();
    await expect(page.getByRole("button", { name: "New API token" })).toBeFocused();
    await expect(page.getByText(token.slice(6))).toHaveCount(0);
    const row = list.getByRole("listitem");
    await expect(row).toContainText("Payroll export");
    await expect(row).toContainText(`Bookkeeper, created by ${account.username}`);
    await expect(row).toContainText("Never used · expires");

    const use = () => fetch(`${BASE_URL}/api/summary/`, { headers: { authorization: token } });
    expect((await use()).status).toBe(200);
    await page.reload();
    await expect(row).toContainText("Last used just now");
    await expectNothing("a token in the list");

    await page.getByRole("button", { name: "New API token" }).click();
    await dialog.getByLabel("Name").fill("Payroll export");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText("There is an API token of this name already")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);

    await page.getByRole("button", { name: "Revoke Payroll export" }).click();
    const confirm = page.getByRole("alertdialog");
    await expect(confirm).toContainText("can't make another call");
    await confirm.getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByText("Payroll export was revoked")).toBeVisible();
    await expect(page.getByText("No API tokens")).toBeVisible();
    expect((await use()).status).toBe(401);
  },
);
