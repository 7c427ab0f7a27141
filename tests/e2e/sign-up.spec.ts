import type { Page } from "@playwright/test";
import { newCredentials, signUp } from "./api";
import { expect, test } from "./fixtures";
import { cut, hold } from "./held";
import { NO_SESSION, storedSession } from "./stored-session";

const submit = (page: Page) => page.getByRole("button", { name: "Create Account" });
const password = (page: Page) => page.getByLabel("Password", { exact: true });
const confirmation = (page: Page) => page.getByLabel("Confirm Password");

async function fillIn(page: Page, account: { username: string; email: string; password: string }) {
  await page.getByLabel("Username").fill(account.username);
  await page.getByLabel("Email").fill(account.email);
  await password(page).fill(account.password);
  await confirmation(page).fill(account.password);
  await page.getByRole("checkbox").check();
}

test("shows what is missing, field by field", async ({ page }) => {
  await page.goto("/signup");
  await page.getByLabel("Username").fill("a");
  await page.getByLabel("Email").fill("nobody");
  await password(page).fill("12345");
  await submit(page).click();
  for (const message of [
    "Username must be at least 2 characters",
    "Please enter a valid email address",
    "Password must be at least 6 characters",
    "You must accept the terms and conditions",
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await fillIn(page, newCredentials());
  await confirmation(page).fill("something else");
  await submit(page).click();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await expect(confirmation(page)).toHaveAttribute("aria-invalid", "true");
});

test("both passwords can be shown; the links work", async ({ page }) => {
  await page.goto("/signup");
  for (const field of [password(page), confirmation(page)]) {
    await field.fill("something");
    await expect(field).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Show password" }).first().click();
    await expect(field).toHaveAttribute("type", "text");
  }
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
  for (const [name, path] of [
    ["Terms of Service", "/terms"],
    ["Privacy Policy", "/privacy"],
  ] as const) {
    // Opens a new tab: the form would lose its input.
    const opened = page.waitForEvent("popup");
    await main.getByRole("link", { name, exact: true }).click();
    const other = await opened;
    await expect(other).toHaveURL(new RegExp(`${path}$`));
    await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
    await other.close();
  }
});

test("creates an account, stores the session and goes to the dashboard", async ({ page }) => {
  const account = newCredentials();
  await page.goto("/signup");
  await fillIn(page, account);
  const release = await hold(page, "/api/user/create/api/");
  await submit(page).click();
  await expect(page.getByRole("button", { name: "Creating Account..." })).toBeDisabled();
  release();
  await expect(page.getByText("Account created successfully!")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect
    .poll(() => storedSession(page))
    .toMatchObject({
      authToken: expect.stringMatching(/^TOKEN /),
      isAuthenticated: "true",
      userData: { username: account.username, email: account.email },
    });
});

test.describe("a refused sign-up", () => {
  test.use({ expectedErrors: [/409|422/] });

  test("shows the server's message, at its field where it has one", async ({ page }) => {
    const { username } = await signUp();
    await page.goto("/signup");
    await fillIn(page, { ...newCredentials(), username });
    await submit(page).click();
    await expect(
      page.getByText("An account with this username or email already exists. Sign in instead?"),
    ).toBeVisible();
    const name = page.getByLabel("Username");
    await expect(name).toHaveAttribute("aria-invalid", "false");
    await name.fill("somebody@else.example");
    await submit(page).click();
    await expect(
      page.getByText("A username with @ must be your own email address").first(),
    ).toBeVisible();
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await expect(page).toHaveURL(/\/signup$/);
    await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
  });
});

test.describe("without a network", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("shows an error, and keeps the input", async ({ page }) => {
    const account = newCredentials();
    await page.goto("/signup");
    await fillIn(page, account);
    await cut(page, "/api/user/create/api/");
    await submit(page).click();
    await expect(
      page.getByText("Network error detected. Please check your connection and try again."),
    ).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(account.email);
  });
});
