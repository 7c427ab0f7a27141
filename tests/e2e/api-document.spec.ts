import { BASE_URL } from "./addresses";
import { axeFindings, inEveryLook, LOOKED_AT } from "./axe";
import { expect, test } from "./fixtures";
import { hydrated } from "./hydrated";

test("people and programs can read the API document", LOOKED_AT, async ({ page }) => {
  const document = await (await fetch(`${BASE_URL}/api/openapi.json`)).json();
  expect(document.openapi).toMatch(/^3\.1\./);
  await page.goto("/help");
  await page.getByRole("link", { name: "API", exact: true }).click();
  await expect(page.getByRole("heading", { name: "API", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: /^POST \/qb\/match-transaction\// }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Match/);
  await expect(page.getByText(`${BASE_URL}/api/qb/match-transaction/`)).toBeVisible();
  await inEveryLook(page, async (look) => {
    expect(await axeFindings(page), look).toEqual([]);
  });
  await page.goto("/api/docs#events");
  await expect(page).toHaveURL("/api/docs/events");
  // Schemas are folded: a link to one opens it.
  for (const name of ["Event", "SyncRun"]) {
    await expect(page.locator(`#${name}`)).toBeHidden();
    await page.getByRole("link", { name, exact: true }).first().click();
    await expect(page.locator(`#${name}`)).toBeInViewport();
  }
});

test("operations are searched with /, limited, and found again on the way back", async ({
  page,
}) => {
  await page.goto("/api/docs");
  await hydrated(page);
  // The page listens to keys a moment after React has taken over its heading.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type("deposit");
  const count = page.getByRole("status").filter({ hasText: "operations" });
  await expect(count).toHaveText(/^\d+ of \d+ operations and webhooks$/);
  await page.getByRole("checkbox", { name: "Takes API tokens" }).check();
  await page.getByRole("combobox", { name: "Method" }).selectOption("GET");
  await page.getByRole("combobox", { name: "Least role" }).selectOption("viewer");
  const list = page.getByRole("link", { name: /^GET \/qb\/deposit-status\// });
  await expect(page.getByRole("link", { name: /^POST \// })).toHaveCount(0);
  const before = (await count.textContent()) ?? "";
  await list.click();
  await expect(page).toHaveURL("/api/docs/depositList");
  await page.goBack();
  await expect(page.getByRole("searchbox")).toHaveValue("deposit");
  await expect(count).toHaveText(before);
  await page.getByRole("searchbox").fill("nothing like it");
  await expect(page.getByText("No operation or webhook fits.")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(count).toHaveText(/^\d+ operations and webhooks$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the list is searched by a form", async ({ page }) => {
    await page.goto("/api/docs");
    await page.getByRole("searchbox").fill("confirm-match");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("link", { name: /^POST \/qb\// })).toHaveCount(1);
  });
});
