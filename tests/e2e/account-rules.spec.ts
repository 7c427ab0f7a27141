import type { Page } from "@playwright/test";
import { verifyOtp } from "@/lib/contracts/passwords";
import { BASE_URL } from "./addresses";
import { newCredentials, signUp } from "./api";
import { expect, test } from "./fixtures";
import { resetCodeFor } from "./mailbox";
import { NO_SESSION, storedSession } from "./stored-session";

const PAGE_OF_A_PROXY = { contentType: "text/html", body: "<h1>Not what you asked for</h1>" };

async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.goto("/login");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

async function createAccount(page: Page) {
  const { username, email, password } = newCredentials();
  await page.goto("/signup");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password").fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create Account" }).click();
}

test.describe("a proxy answers instead of the product", () => {
  test.use({ expectedErrors: [/status of 502/] });

  test("a sign-up refused without a message of ours shows a sentence", async ({ page }) => {
    await page.route("**/api/user/create/api/", (route) =>
      route.fulfill({ status: 502, ...PAGE_OF_A_PROXY }),
    );
    await createAccount(page);
    await expect(page.getByText("Account creation failed. Please try again.")).toBeVisible();
    await expect(page).toHaveURL(/\/signup$/);
  });

  test("a sign-up with an unreadable answer shows a sentence", async ({ page }) => {
    await page.route("**/api/user/create/api/", (route) => route.fulfill(PAGE_OF_A_PROXY));
    await createAccount(page);
    await expect(page.getByText("Registration failed. Please try again later.")).toBeVisible();
    await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
  });

  test("a sign-in refused without a message of ours shows a sentence", async ({ page }) => {
    await page.route("**/api/user/login/api/", (route) =>
      route.fulfill({ status: 502, ...PAGE_OF_A_PROXY }),
    );
    await signIn(page, newCredentials());
    await expect(page.getByText("Invalid username or password")).toBeVisible();
    await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
  });
});

test.describe("a built-in account", () => {
  test.use({ expectedErrors: [/401/] });

  test("does not exist", async ({ page }) => {
    for (const password of ["admin123", "password"]) {
      await signIn(page, { username: "admin", password });
      await expect(page.getByText("Invalid username or password")).toBeVisible();
      await expect(page.getByText("fallback credentials")).toHaveCount(0);
      await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
    }
  });
});

test("a reset leads back to login from every step, and accepts only six digits", async ({
  page,
}) => {
  const { email } = await signUp();
  const back = page.getByRole("link", { name: "Back to login", exact: true });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/user/verify-otp/")) asked.push(request.url());
  });
  await page.goto("/forgot-password");
  await expect(back).toHaveAttribute("href", "/login");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Reset Code" }).click();

  await expect(page.getByRole("textbox", { name: /^Digit \d of 6$/ })).toHaveCount(6);
  await expect(page.getByLabel("Digit 1 of 6")).toBeFocused();
  await expect(back).toBeVisible();
  const code = await resetCodeFor(email);
  await page.keyboard.type(code.slice(0, 5));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Verify" })).toBeDisabled();
  expect(asked).toEqual([]);
  const answer = await fetch(`${BASE_URL}/api${verifyOtp.path}`, {
    method: verifyOtp.method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, otp: code.slice(0, 5) }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ fields: { otp: "OTP must be 6 digits" } });

  await page.keyboard.type(code.slice(5));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("New Password")).toBeFocused();
  await expect(back).toBeVisible();
  await page.getByLabel("New Password").fill("another battery staple");
  await page.getByLabel("Confirm Password").fill("another battery staple");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Password Reset Successfully" })).toBeVisible();
  await expect(back).toBeVisible();
});
