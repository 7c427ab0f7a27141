import type { Page } from "@playwright/test";
import type { newCredentials } from "./api";

/** Fills the form at /signup as a new user and sends it. */
export async function sendSignUpForm(
  page: Page,
  { username, email, password }: ReturnType<typeof newCredentials>,
): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create Account" }).click();
}
