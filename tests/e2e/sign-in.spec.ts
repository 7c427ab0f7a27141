import { newCredentials, signUp } from "./api";
import { expect, signedInTest, test } from "./fixtures";

test.describe("refused sign-ins", () => {
  test.use({ expectedErrors: [/401/] });

  test("says what is wrong, without telling whether the account exists", async ({ page }) => {
    const { username } = await signUp();
    for (const name of [username, newCredentials().username]) {
      await page.goto("/login");
      await page.getByLabel("Username").fill(name);
      await page.getByLabel("Password", { exact: true }).fill("not the password");
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page.getByText("Invalid username or password")).toBeVisible();
      await expect(page).toHaveURL(/\/login/);
    }
  });
});

test("checks the form before it asks the server", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Username is required")).toBeVisible();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
});

test("a guarded page asks to sign in and comes back", async ({ page }) => {
  const { username, password } = await signUp();
  await page.goto("/transactions?status=pending");
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Logged in successfully!")).toBeVisible();
  await expect(page).toHaveURL(/\/transactions\?status=pending$/);
});

for (const path of ["/dashboard", "/transaction/1", "/manual-match", "/integrations"]) {
  test(`${path} is closed to visitors`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  });
}

signedInTest("signing out ends it for good", async ({ page }) => {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("Logged out successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login/);
});

signedInTest.describe("a session that the server has ended", () => {
  signedInTest.use({ expectedErrors: [/401/] });

  signedInTest("sends the browser to the sign-in page", async ({ page }) => {
    // A page that calls nothing: on others the redirect could come in the middle of the next visit.
    await page.goto("/terms");
    await page.evaluate(() => localStorage.setItem("authToken", "TOKEN nobody"));
    await page.goto("/transactions", { waitUntil: "commit" });
    await expect(page).toHaveURL(/\/login/);
    expect(await page.evaluate(() => localStorage.getItem("isAuthenticated"))).toBeNull();
  });
});
