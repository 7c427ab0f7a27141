import type { Page } from "@playwright/test";
import { signUp } from "./api";
import { axeFindings } from "./axe";
import { expect, test } from "./fixtures";
import { cut, hold } from "./held";
import { resetCodeFor } from "./mailbox";

const NEW_PASSWORD = "another battery staple";

const box = (page: Page, at: number) => page.getByLabel(`Digit ${at} of 6`);

/** Pastes from the clipboard into the focused box. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => {
    const data = new DataTransfer();
    data.setData("text", value);
    const event = new ClipboardEvent("paste", {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

test.describe("a forgotten password", () => {
  // The wrong code, and signing in with the old password.
  test.use({ expectedErrors: [/401|422/] });

  test("is replaced in four steps", async ({ page }) => {
    const { username, email, password } = await signUp();
    const verify = page.getByRole("button", { name: "Verify" });

    await test.step("the address", async () => {
      await page.goto("/login");
      await page.getByRole("link", { name: "Forgot password?" }).click();
      await expect(page.getByRole("link", { name: "Back to login" })).toBeVisible();
      await page.getByRole("button", { name: "Send Reset Code" }).click();
      await expect(page.getByText("Please enter a valid email address")).toBeVisible();
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Send Reset Code" }).click();
      await expect(page.getByText("OTP sent to your email")).toBeVisible();
    });

    const first = await test.step("the code comes by mail", () => resetCodeFor(email));

    await test.step("refuses a wrong code", async () => {
      await expect(box(page, 1)).toBeFocused();
      await expect(verify).toBeDisabled();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.type(first === "111111" ? "222222" : "111111");
      await expect(box(page, 6)).toBeFocused();
      await verify.click();
      await expect(page.getByText("Invalid OTP. Please try again.")).toBeVisible();
      await expect(box(page, 1)).toBeFocused();
      await expect(box(page, 6)).toHaveValue("");
    });

    const code = await test.step("keeps the address on Back, and sends a new code", async () => {
      await page.getByRole("button", { name: "Back", exact: true }).click();
      await expect(page.getByLabel("Email")).toHaveValue(email);
      await page.getByRole("button", { name: "Send Reset Code" }).click();
      await expect(box(page, 1)).toBeFocused();
      return resetCodeFor(email, 2);
    });

    await test.step("accepts corrections and a paste in the boxes", async () => {
      await page.keyboard.type("12");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Backspace");
      await expect(box(page, 2)).toHaveValue("");
      await expect(box(page, 2)).toBeFocused();
      await paste(page, ` ${code.slice(0, 3)} ${code.slice(3)} `);
      for (const [index, digit] of [...code].entries()) {
        await expect(box(page, index + 1)).toHaveValue(digit);
      }
      await verify.click();
      await expect(page.getByText("OTP verified successfully")).toBeVisible();
    });

    await test.step("goes Back from the new password without losing the code", async () => {
      await expect(page.getByLabel("New Password")).toBeFocused();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Back", exact: true }).click();
      await expect(box(page, 6)).toHaveValue(code.slice(-1));
      await verify.click();
      await expect(page.getByLabel("New Password")).toBeVisible();
    });

    await test.step("checks and sets the new password", async () => {
      await page.getByLabel("New Password").fill("12345");
      await page.getByLabel("Confirm Password").fill("1234");
      await page.getByRole("button", { name: "Reset Password" }).click();
      await expect(
        page.getByText("Password must be at least 6 characters", { exact: true }),
      ).toBeVisible();
      await expect(page.getByText("Confirm password must be at least 6 characters")).toBeVisible();
      await page.getByLabel("New Password").fill(NEW_PASSWORD);
      await page.getByLabel("Confirm Password").fill(`${NEW_PASSWORD}!`);
      await page.getByRole("button", { name: "Reset Password" }).click();
      await expect(page.getByText("Passwords do not match")).toBeVisible();
      await page.getByLabel("Confirm Password").fill(NEW_PASSWORD);
      await page.getByRole("button", { name: "Reset Password" }).click();
      await expect(page.getByText("Password reset successfully", { exact: true })).toBeVisible();
      await expect(
        page.getByRole("heading", { name: "Password Reset Successfully" }),
      ).toBeVisible();
    });

    await test.step("signs in only with the new one", async () => {
      await page.getByRole("link", { name: "Back to Login", exact: true }).click();
      await page.getByLabel("Username").fill(username);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page.getByText("Invalid username or password")).toBeVisible();
      await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
    });
  });
});

test("an address without an account gets the same answers", async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill("nobody-at-all@example.com");
  await page.getByRole("button", { name: "Send Reset Code" }).click();
  await expect(page.getByText("OTP sent to your email")).toBeVisible();
  await expect(box(page, 1)).toBeFocused();
});

test("shows that it is sending, and leads back at any time", async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill("nobody-at-all@example.com");
  const release = await hold(page, "/api/user/send-otp/api/");
  await page.getByRole("button", { name: "Send Reset Code" }).click();
  await expect(page.getByRole("button", { name: "Sending OTP..." })).toBeDisabled();
  release();
  await expect(box(page, 1)).toBeFocused();
  const verify = page.getByRole("button", { name: "Verify" });
  await page.keyboard.type("12345");
  await expect(verify).toBeDisabled();
  // Six at most: a seventh changes nothing.
  await page.keyboard.type("67");
  await expect(box(page, 6)).toHaveValue("6");
  await expect(verify).toBeEnabled();
  await page.getByRole("link", { name: "Back to login" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test.describe("a failed step", () => {
  test.use({ expectedErrors: [/ERR_FAILED|403/] });

  test("reports the failure, and can be repeated", async ({ page, context }) => {
    const { email } = await signUp();
    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill(email);
    const mendSending = await cut(page, "/api/user/send-otp/api/");
    await page.getByRole("button", { name: "Send Reset Code" }).click();
    await expect(page.getByText("Failed to send OTP. Please try again.")).toBeVisible();
    await mendSending();
    await page.getByRole("button", { name: "Send Reset Code" }).click();
    await expect(box(page, 1)).toBeFocused();

    await paste(page, await resetCodeFor(email));
    const mendVerifying = await cut(page, "/api/user/verify-otp/api/");
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText("Invalid OTP. Please try again.")).toBeVisible();
    await mendVerifying();
    await expect(box(page, 1)).toBeFocused();
    await paste(page, await resetCodeFor(email));
    await page.getByRole("button", { name: "Verify" }).click();

    await page.getByLabel("New Password").fill(NEW_PASSWORD);
    await page.getByLabel("Confirm Password").fill(NEW_PASSWORD);
    // Like a browser that did not verify the code.
    await context.clearCookies();
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(page.getByText("Failed to reset password. Please try again.")).toBeVisible();
    await expect(
      page.getByText("This code has expired, was already used, or was verified in another browser"),
    ).toBeVisible();
  });
});
