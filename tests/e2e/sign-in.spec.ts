import type { Page } from "@playwright/test";
import { login } from "@/lib/contracts/accounts";
import { BASE_URL } from "./addresses";
import { newCredentials, signUp } from "./api";
import { expect, signedInTest, test } from "./fixtures";
import { cut, hold } from "./held";
import { NO_SESSION, storedSession } from "./stored-session";

const password = (page: Page) => page.getByLabel("Password", { exact: true });
const submit = (page: Page) => page.getByRole("button", { name: "Sign In" });

async function fillIn(page: Page, credentials: { username: string; password: string }) {
  await page.getByLabel("Username").fill(credentials.username);
  await password(page).fill(credentials.password);
}

test.describe("refused sign-ins", () => {
  test.use({ expectedErrors: [/401/] });

  test("shows the error, without revealing whether the account exists", async ({ page }) => {
    const { username } = await signUp();
    for (const name of [username, newCredentials().username]) {
      await page.goto("/login");
      await fillIn(page, { username: name, password: "not the password" });
      await submit(page).click();
      await expect(page.getByText("Invalid username or password")).toBeVisible();
      await expect(page.getByText("Check your username and password.")).toBeVisible();
      await expect(password(page)).toHaveAttribute("aria-invalid", "true");
      await expect(page).toHaveURL(/\/login/);
      await expect(password(page)).toBeFocused();
      await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
    }
  });
});

test.describe("without a network", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("the documented text appears with the actual cause", async ({ page }) => {
    await page.goto("/login");
    await fillIn(page, newCredentials());
    await cut(page, "/api/user/login/api/");
    await submit(page).click();
    await expect(page.getByText("Invalid username or password")).toBeVisible();
    await expect(
      page.getByText("Network error detected. Please check your connection and try again."),
    ).toBeVisible();
  });
});

test.describe("too many attempts", () => {
  test.use({ expectedErrors: [/401|429/] });

  test("shows when to retry, and then accepts the right password", async ({ page }) => {
    const account = await signUp();
    for (let tries = 0; tries < 5; tries++) {
      const body = JSON.stringify({ username: account.username, password: "not the password" });
      const headers = { "content-type": "application/json" };
      await fetch(`${BASE_URL}/api${login.path}`, { method: "POST", headers, body });
    }
    await page.goto("/login");
    const notice = page.getByText(/^Too many attempts\. Please try again in \d+ seconds?\.$/);
    // On a slow machine the first wait may be over already; each further attempt doubles it.
    await expect(async () => {
      await fillIn(page, { username: account.username, password: "still not it" });
      await submit(page).click();
      await expect(notice).toBeVisible({ timeout: 1_500 });
    }).toPass();
    await fillIn(page, account);
    await expect(notice).toBeHidden();
    await submit(page).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test("the form validates before it calls the server, shows and hides the password, takes a pasted one", async ({
  page,
}) => {
  await page.goto("/login");
  await password(page).fill("short");
  await submit(page).click();
  await expect(page.getByText("Username is required")).toBeVisible();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await expect(page.getByLabel("Username")).toHaveAttribute("aria-invalid", "true");

  await password(page).fill("something");
  await expect(password(page)).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password(page)).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password(page)).toHaveAttribute("type", "password");
  const link = (name: string) => page.getByRole("main").getByRole("link", { name });
  await expect(link("Forgot password?")).toHaveAttribute("href", "/forgot-password");
  await expect(link("Sign up")).toHaveAttribute("href", "/signup");

  await expect(password(page)).toHaveAttribute("autocomplete", "current-password");
  await password(page).clear();
  await page.getByLabel("Username").fill("pasted secret");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+c");
  await password(page).click();
  await page.keyboard.press("ControlOrMeta+v");
  await expect(password(page)).toHaveValue("pasted secret");
});

test("signs in, shows its progress, and stores the session", async ({ page }) => {
  const account = await signUp();
  await page.goto("/login");
  await fillIn(page, account);
  const release = await hold(page, "/api/user/login/api/");
  await submit(page).click();
  await expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled();
  release();
  await expect(page.getByText("Logged in successfully!")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect
    .poll(() => storedSession(page))
    .toEqual({
      authToken: expect.stringMatching(/^TOKEN [\w-]{43}$/),
      isAuthenticated: "true",
      userData: account.user,
    });
});

test("a guarded page asks to sign in and is opened afterwards", async ({ page }) => {
  const account = await signUp();
  await page.goto("/transactions?status=pending");
  await expect(page).toHaveURL(/\/login/);
  await fillIn(page, account);
  await submit(page).click();
  await expect(page.getByText("Logged in successfully!")).toBeVisible();
  await expect(page).toHaveURL(/\/transactions\?status=pending$/);
});

test("never redirects to another site", async ({ page }) => {
  const account = await signUp();
  await page.goto("/login?next=//evil.example/steal");
  await fillIn(page, account);
  await submit(page).click();
  await expect(page).toHaveURL(`${BASE_URL}/dashboard`);
});

const GUARDED = [
  "/dashboard",
  "/transactions",
  "/transaction/1",
  "/manual-match",
  "/integrations",
  "/settings",
  "/quickbooks/callback?code=1",
  "/stripe/callback?code=1",
];
test("guarded pages are closed to visitors", async ({ page }) => {
  for (const path of GUARDED) {
    await page.goto(path);
    await expect(page).toHaveURL(`${BASE_URL}/login?${new URLSearchParams({ next: path })}`);
    await expect(submit(page)).toBeVisible();
  }
});

signedInTest("signing out ends it for good", async ({ page }) => {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("Logged out successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login/);
});

signedInTest.describe("signing out without a network", () => {
  signedInTest.use({ expectedErrors: [/ERR_FAILED/] });

  signedInTest("clears the storage even so", async ({ page }) => {
    await page.goto("/dashboard");
    await cut(page, "/api/user/logout/api/");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByText("Logged out successfully")).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
  });
});

signedInTest.describe("a session that the server has ended", () => {
  signedInTest.use({ expectedErrors: [/401/] });

  signedInTest("sends the browser to the sign-in page", async ({ page }) => {
    // A page without requests: on others the redirect could come during the next visit.
    await page.goto("/terms");
    await page.evaluate(() => localStorage.setItem("authToken", "TOKEN nobody"));
    await page.goto("/transactions", { waitUntil: "commit" });
    await expect(page).toHaveURL(/\/login\?next=%2Ftransactions$/);
    await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
  });
});
