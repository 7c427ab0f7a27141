import type { Page, Route } from "@playwright/test";
import { newCredentials } from "./api";
import { expect, test } from "./fixtures";

/** A form's validation is loaded later, in separate code; `answer` intercepts it. */
async function beforeChecks(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route("**/_next/static/chunks/**", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (body.includes("Username is required")) await answer(route);
    else await route.fulfill({ response, body });
  });
}

/** Also for requests still loading. */
const noMore = (page: Page) => page.unrouteAll({ behavior: "ignoreErrors" });

const submit = (page: Page) => page.getByRole("button", { name: "Sign In" }).click();
const FAILED = "Couldn't load this. Check your connection, then reload the page.";

test("a form sent before its validation is loaded is validated, and sent once", async ({
  page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await beforeChecks(page, async (route) => {
    await released;
    await route.continue();
  });
  const { username, email, password } = newCredentials();
  await page.goto("/signup");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password").fill(password);
  const accounts: string[] = [];
  await page.route("**/api/user/create/api/", async (route) => {
    accounts.push(route.request().method());
    await route.continue();
  });
  const create = page.getByRole("button", { name: "Create Account" });
  await create.click();
  await page.getByRole("checkbox").check();
  await create.click();
  await create.click();
  expect(accounts).toEqual([]);
  release();
  await expect(page.getByText("Account created successfully!")).toBeVisible();
  expect(accounts).toEqual(["POST"]);
  await noMore(page);
});

test.describe("when the validation can't be loaded", () => {
  test.use({ expectedErrors: [/net::ERR_|Failed to load chunk|ChunkLoadError/] });

  test("nothing is sent, and the page says so, until it loads", async ({ page }) => {
    await beforeChecks(page, (route) => route.abort());
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().includes("/api/user/login/")) sent += 1;
    });
    await page.goto("/login");
    await page.getByLabel("Username").fill("vera");
    await submit(page);
    await expect(page.getByText(FAILED)).toBeVisible();
    await noMore(page);
    await submit(page);
    await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
    expect(sent).toBe(0);
  });

  test("without a connection the form shows an error", async ({ page, context }) => {
    await beforeChecks(page, (route) => route.abort());
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
    await context.setOffline(true);
    // The browser tells the page a moment later.
    await page.waitForFunction(() => !navigator.onLine);
    await submit(page);
    await noMore(page);
    await context.setOffline(false);
    await expect(page.getByText("No connection to the server.")).toBeVisible();
    await submit(page);
    await expect(page.getByText("Username is required")).toBeVisible();
  });
});
