import type { Page } from "@playwright/test";
import { companyList } from "@/lib/contracts/companies";
import { firstScreen } from "@/lib/contracts/first-screen";
import { callApi, signUp } from "./api";
import { browserOf, seedMember, seedSuggestion } from "./colleagues";
import { rows } from "./deposit-list";
import { expect, signedInTest, test } from "./fixtures";
import { fontsLoaded } from "./fonts";
import { hold } from "./held";

/** The call that says the role. */
const ROLE = "/api/companies/";

/** The first screen's answer says it as well; without it, each part is asked for. */
const NOTHING = Object.fromEntries(
  Object.keys(firstScreen.response.shape).map((name) => [name, null]),
);

/** In the page, seen or not. */
const confirmButton = (page: Page) =>
  page.getByRole("button", { name: "Confirm Match", includeHidden: true });
const card = (page: Page) => page.getByRole("article").first();

signedInTest(
  "until the role is known nothing is offered, and nothing moves then",
  async ({ page, account }) => {
    await seedSuggestion(account, "Ada");
    await page.route("**/api/user/first-screen/**", (route) => route.fulfill({ json: NOTHING }));
    const release = await hold(page, ROLE);
    await page.goto("/dashboard");
    await expect(card(page)).toBeVisible();
    await expect(confirmButton(page)).toBeAttached();
    await expect(confirmButton(page)).toBeHidden();
    const sizes = async () => {
      const boxes = [await confirmButton(page).boundingBox(), await card(page).boundingBox()];
      return boxes.map((box) => [box?.width, box?.height]);
    };
    await fontsLoaded(page);
    const before = await sizes();
    release();
    await expect(confirmButton(page)).toBeVisible();
    await expect.poll(sizes).toEqual(before);

    // A later page knows it before the server says it again.
    const again = await hold(page, ROLE);
    await page.reload();
    await expect(confirmButton(page)).toBeVisible();
    again();
  },
);

test("a viewer never sees what they can't do", async ({ browser }) => {
  test.slow();
  const [owner, viewer] = [await signUp(), await signUp()];
  await seedSuggestion(owner, "Ada");
  await seedMember(owner, viewer, "viewer");
  const { current } = await callApi(companyList, { token: owner.token });
  const context = await browserOf(browser, viewer);
  const page = await context.newPage();
  const release = await hold(page, ROLE);
  await page.goto(`/dashboard?company=${current}`);
  await expect(card(page)).toBeVisible();
  await expect(confirmButton(page)).toBeHidden();
  await expect(page.getByText("Bookkeepers match")).toHaveCount(0);
  release();
  await expect(page.getByText("Bookkeepers match").first()).toBeVisible();
  await expect(confirmButton(page)).toHaveCount(0);

  const again = await hold(page, ROLE);
  await page.reload();
  await expect(card(page)).toBeVisible();
  await expect(confirmButton(page)).toHaveCount(0);
  again();

  await page.goto("/transactions");
  await expect(rows(page).first()).toContainText("Suggested");
  await expect(page.getByRole("checkbox")).toHaveCount(0);

  // Settings wait for the role: their form doesn't change under the reader.
  const settings = await hold(page, ROLE);
  // In the new document, as the answer that was just released may still store it in this one.
  await page.addInitScript(() => {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith("role:")) localStorage.removeItem(name);
    }
  });
  await page.goto("/settings");
  await expect(page.getByRole("tab", { name: "General" })).toBeVisible();
  await expect(page.getByLabel("Company Name")).toHaveCount(0);
  settings();
  await expect(page.getByText("Only admins and owners of the company")).toBeVisible();
  await expect(page.getByLabel("Company Name")).toBeDisabled();
  await context.close();
});
