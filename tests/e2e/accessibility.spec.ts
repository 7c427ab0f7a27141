import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { depositList } from "@/lib/contracts/deposits";
import { callApi } from "./api";
import { connectedTest, expect, test } from "./fixtures";

const LOOKS = (["light", "dark"] as const).flatMap((colorScheme) =>
  [1280, 390].map((width) => ({ colorScheme, width })),
);

/** Looks at one page in every width and colour scheme. */
async function expectAccessible(page: Page, path: string, heading: string | RegExp) {
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
    expect(found, `${path} ${colorScheme} ${width}`).toEqual([]);
  }
}

const PUBLIC = [
  ["/", "Automatically Match Your Deposits"],
  ["/login", /./],
  ["/signup", /./],
  ["/forgot-password", "Forgot password"],
] as const;

for (const [path, heading] of PUBLIC) {
  test(`axe finds nothing on ${path}`, async ({ page }) => expectAccessible(page, path, heading));
}

connectedTest("axe finds nothing on the pages behind the sign-in", async ({ page, connected }) => {
  connectedTest.slow();
  const { deposits } = await callApi(depositList, { token: connected.token });
  const [deposit] = deposits;
  if (!deposit) throw new Error("the sync brought no deposit");
  await expectAccessible(page, "/dashboard", "Dashboard");
  await expectAccessible(page, "/transactions", "Transactions");
  await expectAccessible(page, `/transaction/${deposit.id}`, "Deposit Details");
  await expectAccessible(page, "/manual-match", "Manual Transaction Matching");
  await expectAccessible(page, "/integrations", "Integrations");
});
