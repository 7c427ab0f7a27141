import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { getProfile, saveProfile } from "@/lib/contracts/profile";
import { callApi, signUp } from "./api";
import { expect, signedInTest as test } from "./fixtures";
import { cut, hold } from "./held";
import { storedSession } from "./stored-session";

const PROFILE = "/api/user/profile/";
const save = (page: Page) => page.getByRole("button", { name: "Save Changes" });
const saved = (page: Page) => page.getByText("Settings saved successfully");
const me = (page: Page, name: string) => page.getByRole("button", { name: `Signed in as ${name}` });

/** A picture as large as a photo, drawn by the browser: left half red, right half blue. */
async function picture(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 3_000;
    canvas.height = 1_000;
    const context = canvas.getContext("2d");
    for (const [color, x] of [
      ["red", 0],
      ["blue", 1_500],
    ] as const) {
      if (context) context.fillStyle = color;
      context?.fillRect(x, 0, 1_500, 1_000);
    }
    return canvas.toDataURL("image/jpeg");
  });
  return Buffer.from(address.replace(/^[^,]*,/, ""), "base64");
}

test("saved details appear in the shell immediately", async ({ page, account }) => {
  await page.goto("/settings?tab=account");
  await expect(me(page, account.username)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(account.email);
  await expect(save(page)).toBeDisabled();
  await page.getByLabel("First Name").fill("Ada");
  await page.getByLabel("Last Name").fill("Lovelace");
  await page.getByLabel("Phone").fill("+1 212 555 0100");
  await page.getByRole("combobox", { name: "Timezone" }).click();
  await expect(page.getByRole("option")).toHaveText([
    "New York (Eastern Time)",
    "Chicago (Central Time)",
    "Denver (Mountain Time)",
    "Los Angeles (Pacific Time)",
    "London (UK Time)",
  ]);
  await page.getByRole("option", { name: "London" }).click();
  // Only a new address needs the password.
  await expect(page.getByLabel("Current Password")).toHaveCount(0);
  const release = await hold(page, PROFILE);
  await save(page).click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
  release();
  await expect(saved(page)).toBeVisible();
  await expect(me(page, "Ada Lovelace")).toHaveText("AL");
  await expect(save(page)).toBeDisabled();
  await expect
    .poll(async () => (await storedSession(page)).userData)
    .toMatchObject({
      first_name: "Ada",
      last_name: "Lovelace",
    });
  expect(await callApi(getProfile, { token: account.token })).toMatchObject({
    first_name: "Ada",
    last_name: "Lovelace",
    phone: "+1 212 555 0100",
    timezone: "Europe/London",
  });
});

test("a time zone set through the API is shown, and stays", async ({ page, account }) => {
  const { token } = account;
  const profile = await callApi(getProfile, { token });
  await callApi(saveProfile, { token, body: { ...profile, timezone: "Pacific/Chatham" } });
  await page.goto("/settings?tab=account");
  await expect(page.getByRole("combobox", { name: "Timezone" })).toHaveText("Pacific/Chatham");
  await page.getByLabel("Phone").fill("1");
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  expect(await callApi(getProfile, { token })).toMatchObject({ timezone: "Pacific/Chatham" });
});

test.describe("another email address", () => {
  // The wrong password, and another account's address.
  test.use({ expectedErrors: [/409|422/] });

  test("needs the password, and must be unused", async ({ page, account }) => {
    const other = await signUp();
    const email = `moved-${account.email}`;
    await page.goto("/settings?tab=account");
    await page.getByLabel("Email").fill("nonsense");
    const currentPassword = page.getByLabel("Current Password");
    await currentPassword.fill(account.password);
    await save(page).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();

    await page.getByLabel("Email").fill(email);
    await currentPassword.fill("");
    await save(page).click();
    await expect(page.getByText("Enter your current password")).toBeVisible();
    await currentPassword.fill("not the password");
    await save(page).click();
    await expect(page.getByText("Couldn't save your settings")).toBeVisible();
    await expect(currentPassword).toHaveAttribute("aria-invalid", "true");

    await currentPassword.fill(account.password);
    await page.getByLabel("Email").fill(other.email);
    await save(page).click();
    await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");

    await page.getByLabel("Email").fill(email);
    await save(page).click();
    await expect(saved(page)).toBeVisible();
    await expect(currentPassword).toHaveCount(0);
    // Until it is confirmed.
    await expect
      .poll(async () => (await storedSession(page)).userData)
      .toMatchObject({ email: account.email });
  });
});

test("a picture is chosen, shown, stored, and removed", async ({ page, account }, testInfo) => {
  const image = (within: ReturnType<Page["locator"]>) => within.locator("img");
  const field = page.getByRole("group", { name: "Picture" });
  await page.goto("/settings?tab=account");
  await expect(field.getByRole("button", { name: "Choose picture" })).toBeVisible();

  const text = testInfo.outputPath("notes.png");
  await writeFile(text, "not a picture");
  await page.getByLabel("Picture file").setInputFiles(text);
  await expect(page.getByText("Choose a PNG, JPEG or WebP picture")).toBeVisible();

  await test.step("a large one is cropped to a small square", async () => {
    const buffer = await picture(page);
    await page
      .getByLabel("Picture file")
      .setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
    await expect(image(field)).toHaveAttribute("src", /^blob:/);
    await expect(image(me(page, account.username))).toHaveCount(0);
    await save(page).click();
    await expect(saved(page)).toBeVisible();
    await expect(image(me(page, account.username))).toHaveAttribute("src", /^blob:/);
  });

  await test.step("it survives a reload unchanged", async () => {
    await page.reload();
    const shown = image(me(page, account.username));
    await expect(shown).toHaveAttribute("src", /^blob:/);
    const look = () =>
      shown.evaluate((img: HTMLImageElement) => {
        const { naturalWidth: width, naturalHeight: height } = img;
        const canvas = document.createElement("canvas");
        Object.assign(canvas, { width, height });
        const context = canvas.getContext("2d");
        context?.drawImage(img, 0, 0);
        const red = (x: number) => (context?.getImageData(x, 10, 1, 1).data[0] ?? 0) > 128;
        return { width, height, leftIsRed: red(10), rightIsRed: red(width - 10) };
      });
    await expect
      .poll(look)
      .toEqual({ width: 256, height: 256, leftIsRed: true, rightIsRed: false });
  });

  await test.step("Discard keeps it, Remove deletes it", async () => {
    await field.getByRole("button", { name: "Remove picture" }).click();
    await expect(image(field)).toHaveCount(0);
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(image(field)).toHaveCount(1);
    await field.getByRole("button", { name: "Remove picture" }).click();
    await save(page).click();
    await expect(saved(page)).toBeVisible();
    await expect(image(me(page, account.username))).toHaveCount(0);
    const { has_avatar } = await callApi(getProfile, { token: account.token });
    expect(has_avatar).toBe(false);
  });
});

test.describe("a failed save", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("shows an error, and keeps the input", async ({ page }) => {
    await page.goto("/settings?tab=account");
    await page.getByLabel("First Name").fill("Ada");
    await cut(page, PROFILE);
    await save(page).click();
    await expect(page.getByText("Couldn't save your settings")).toBeVisible();
    await expect(page.getByLabel("First Name")).toHaveValue("Ada");
  });
});

test("unsaved changes are guarded", async ({ page }) => {
  await page.goto("/settings?tab=account");
  await page.getByLabel("Phone").fill("1");
  await page.getByRole("link", { name: "Integrations", exact: true }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Leave without saving?");
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/integrations$/);
});
