import { axeFindings, inEveryLook, LOOKED_AT } from "./axe";
import { expect, signedInTest, test } from "./fixtures";

test.describe("an unknown path", () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test("shows the documented words, and leads home", async ({ page }) => {
    const response = await page.goto("/no/such/page");
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle("Page not found | Deposit Matcher");
    await expect(page.getByRole("heading", { level: 1, name: "404" })).toBeVisible();
    await expect(page.getByText("Oops! Page not found", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(
      page.getByRole("heading", { name: "Automatically Match Your Deposits" }),
    ).toBeVisible();
  });

  test("axe finds no violations there", LOOKED_AT, async ({ page }) => {
    await inEveryLook(page, async (look) => {
      await page.goto("/no/such/page");
      await expect(page.getByRole("heading", { level: 1, name: "404" })).toBeVisible();
      expect(await axeFindings(page), look).toEqual([]);
    });
  });
});

signedInTest.describe("an unknown path, signed in", () => {
  signedInTest.use({ expectedErrors: [/404 \(Not Found\)/] });

  signedInTest("keeps the navigation, and leads to the dashboard", async ({ page, account }) => {
    await page.goto("/no/such/page");
    await expect(page.getByText("Oops! Page not found", { exact: true })).toBeVisible();
    await expect(
      page.getByRole("button", { name: `Signed in as ${account.username}` }),
    ).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  });
});

signedInTest.describe("a page whose code cannot be loaded", () => {
  signedInTest.use({
    expectedErrors: [/net::ERR_FAILED|Failed to load chunk|ChunkLoadError/],
  });

  signedInTest("says so within the navigation; Try again loads it", async ({ page }) => {
    await page.goto("/settings");
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await page.route("**/_next/static/chunks/**", (route) => route.abort());
    const navigation = page.getByRole("navigation", { name: "Main" });
    await navigation.getByRole("link", { name: "Dashboard" }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "Unexpected Application Error!" }),
    ).toBeVisible();
    await expect(navigation.getByRole("link", { name: "Transactions" })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);

    await page.unrouteAll();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  });
});

test.describe("a browser without storage", () => {
  test.use({ expectedErrors: [/storage is refused|Minified React error/] });

  test(
    "shows a message in its colours, and continues once storage is allowed",
    LOOKED_AT,
    async ({ page }) => {
      await page.addInitScript(() => {
        if (window.name === "allowed") return;
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("storage is refused", "SecurityError");
          },
        });
      });
      await inEveryLook(page, async (look) => {
        await page.goto("/login");
        await expect(
          page.getByRole("heading", { level: 1, name: "Unexpected Application Error!" }),
        ).toBeVisible();
        expect(await axeFindings(page), look).toEqual([]);
      });
      await page.evaluate(() => {
        window.name = "allowed";
      });
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeVisible();
    },
  );
});
