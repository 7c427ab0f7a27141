import type { Page } from "@playwright/test";
import { depositList } from "@/lib/contracts/deposits";
import { callApi } from "./api";
import { expect, signedInTest, test } from "./fixtures";
import { hydrated } from "./hydrated";
import { seedBooks } from "./seed-books";

/** Collects policy violations; Chromium reports them to the page as well as to the console. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener("securitypolicyviolation", (event) =>
      refused.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile ?? ""}`),
    );
  });
  return () => page.evaluate(() => (window as unknown as { refused: string[] }).refused);
}

/** Opens the page, waits until React has hydrated it, and checks headers and violations. */
async function visit(page: Page, path: string, violations: () => Promise<string[]>) {
  const response = await page.goto(path);
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(policy, path).toContain("'strict-dynamic'");
  expect(policy, path).not.toMatch(/script-src[^;]*unsafe/);
  await hydrated(page);
  // What comes later, too: violations of its scripts are reported when it runs.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  expect(await violations(), path).toEqual([]);
  return policy;
}

test("public pages hydrate under their policy, each with its own nonce", async ({ page }) => {
  const violations = await watchPolicy(page);
  const policies = new Set<string>();
  for (const path of [
    "/",
    "/login",
    "/signup",
    "/forgot-password",
    "/terms",
    "/privacy",
    "/help",
    "/api/docs",
    "/api/docs/events",
  ]) {
    policies.add(await visit(page, path, violations));
  }
  expect(policies.size).toBe(9);
});

signedInTest.describe("with a QuickBooks that can't be reached", () => {
  signedInTest.use({ expectedErrors: [/409 .*\/qb\/[\w-]+\/\)$/] });

  signedInTest("pages behind the sign-in work under their policy", async ({ page, account }) => {
    const lines = [{ amount: 10_00, customer: "Ada Lovelace" }];
    await seedBooks(account, { deposits: [{ id: "po_1", lines }] });
    const violations = await watchPolicy(page);
    const { deposits } = await callApi(depositList, { token: account.token });
    for (const path of [
      "/dashboard",
      "/transactions",
      `/transaction/${deposits[0]?.id}`,
      "/manual-match",
      "/manual-match/undeposited-funds",
      "/dashboard/review",
      "/integrations",
      "/settings",
    ]) {
      await visit(page, path, violations);
    }
    // Parts that appear on demand: a list, a dialog that locks the page, a toast.
    await page.goto("/transactions");
    await page.getByRole("combobox").first().click();
    await page.getByRole("option", { name: "Pending" }).click();
    await page.goto("/integrations");
    await page
      .getByRole("button", { name: /settings/i })
      .first()
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await violations()).toEqual([]);
  });
});

test.describe("an injected script", () => {
  test.use({
    expectedErrors: [/violates the following Content Security Policy|404 \(Not Found\)/],
  });

  test("does not run", async ({ page }) => {
    await page.goto("/login");
    const refused = page.waitForEvent("console", (message) =>
      /Content Security/.test(message.text()),
    );
    await page.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.owned = true'>");
    });
    await refused;
    expect(await page.evaluate(() => "owned" in window)).toBe(false);
  });
});

test("data, files and errors carry the headers too", async ({ request }) => {
  const data = ["/api/summary/", "/api/nowhere", "/qb/deposit-status/", "/user/integrations/"];
  const file =
    /\/_next\/static\/[^"]+\.js/.exec(await (await request.get("/login")).text())?.[0] ?? "";
  const odd = ["/api/%64ocs", "/%61pi/health", "/API/health", "/api//health", "/api"];
  for (const path of [...data, "/api/health", "/icon.svg", "/nowhere", "/metrics", file, ...odd]) {
    const headers = (
      await request.get(path, { headers: { origin: "https://evil.example" } })
    ).headers();
    expect(headers, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "permissions-policy": expect.stringContaining("camera=()"),
    });
    // No other site may read an answer.
    expect(headers).not.toHaveProperty("access-control-allow-origin");
    if (!data.includes(path)) continue;
    expect(headers, path).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/json",
    });
  }
});
