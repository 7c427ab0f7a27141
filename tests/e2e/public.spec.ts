import type { APIRequestContext } from "@playwright/test";
import { BASE_URL } from "./addresses";
import { axeFindings, inEveryLook, LOOKED_AT } from "./axe";
import { expect, test } from "./fixtures";

const TITLES = {
  "/": "Automatically Match Your Deposits",
  "/login": "Login",
  "/signup": "Sign Up",
  "/forgot-password": "Forgot Password",
  "/terms": "Terms of Service",
  "/privacy": "Privacy Policy",
  "/help": "Help",
  "/api/docs": "API",
  "/dashboard": "Dashboard",
  "/transactions": "Transactions",
  "/transaction/1": "Deposit Details",
  "/manual-match": "Manual Transaction Matching",
  "/integrations": "Integrations",
  "/settings": "Settings",
  "/quickbooks/callback": "Connecting QuickBooks",
  "/stripe/callback": "Connecting Stripe",
  "/quickbooks/launch": "Opening your books",
  "/quickbooks/disconnected": "QuickBooks was disconnected",
} as const;

const PROTECTED = Object.keys(TITLES).slice(8);

async function htmlOf(request: APIRequestContext, path: string): Promise<string> {
  return (await request.get(path)).text();
}

/** Content of a meta tag by its name or property; undefined when it is missing. */
function meta(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
}

test("every page has its own title and describes the product", async ({ request }) => {
  for (const [path, title] of Object.entries(TITLES)) {
    const html = await htmlOf(request, path);
    expect(html, path).toContain(`<title>${title} | Deposit Matcher</title>`);
    expect(meta(html, "description"), path).toMatch(/\w{3}/);
    expect(meta(html, "og:title"), path).toBe(`${title} | Deposit Matcher`);
    for (const scheme of ["light", "dark"]) {
      expect(html, path).toMatch(
        new RegExp(`<meta name="theme-color"[^>]*prefers-color-scheme: ${scheme}`),
      );
    }
  }
});

test("robots may only read the public pages", async ({ request }) => {
  for (const path of PROTECTED) {
    expect(meta(await htmlOf(request, path), "robots"), path).toBe("noindex, nofollow");
  }
  for (const path of ["/", "/help", "/terms", "/privacy"]) {
    expect(meta(await htmlOf(request, path), "robots"), path).toBeUndefined();
  }
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toMatch(/^Allow: \/$/m);
  expect(robots).toMatch(/^Allow: \/api\/docs$/m);
  expect(robots.match(/^Disallow: .*$/gm)).toEqual(["Disallow: /api/"]);
  const sitemapAddress = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? "";
  expect(sitemapAddress).toBe(new URL("/sitemap.xml", BASE_URL).href);
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = ""]) => address,
  );
  for (const address of addresses) {
    expect((await request.get(new URL(address).pathname)).status(), address).toBe(200);
  }
  const listed = ["/", "/login", "/signup", "/help", "/terms", "/privacy", "/api/docs"];
  expect(addresses).toEqual(listed.map((path) => new URL(path, BASE_URL).href));
});

test("icons and the social card exist in the right sizes", async ({ page, request }) => {
  const html = await htmlOf(request, "/");
  const card = meta(html, "og:image") ?? "";
  expect(card).toMatch(new RegExp(`^${new URL(BASE_URL).origin}/`));
  const links = [...html.matchAll(/<link rel="(icon|apple-touch-icon)" href="([^"]+)"/g)];
  const icons = links.map(([, rel, href = ""]) => ({ rel, href }));
  expect(icons.map(({ rel }) => rel).sort()).toEqual(["apple-touch-icon", "icon", "icon"]);
  await page.goto("/help");
  const sizeOf = (address: string) =>
    page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, address);
  expect(await sizeOf(new URL(card).pathname)).toEqual([1200, 630]);
  for (const { rel, href } of icons) {
    const [width = 0, height = 0] = await sizeOf(href);
    expect(width, href).toBe(height);
    if (rel === "apple-touch-icon") expect(width).toBe(180);
  }
});

const DOCUMENTS = [
  ["/terms", "Terms of Service", "No warranty"],
  ["/privacy", "Privacy Policy", "Delete it"],
  ["/help", "Help", "A deposit is matched but not posted"],
] as const;

for (const [path, title, section] of DOCUMENTS) {
  test(`${path} is readable, and axe finds no violations`, LOOKED_AT, async ({ page }) => {
    await inEveryLook(page, async (look) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole("heading", { level: 2, name: section })).toBeVisible();
      expect(await axeFindings(page), look).toEqual([]);
    });
  });
}

test("help names every state, every reason and every key, with what it means", async ({ page }) => {
  await page.goto("/help");
  const terms = await page.getByRole("term").allInnerTexts();
  expect(terms.map((term) => term.trim())).toEqual([
    ...["Pending", "Suggested", "Matched", "Posted"],
    ...[
      "No bank account",
      "No expense category",
      "No connection",
      "Your accounting software rejected it",
    ],
    ...["j", "k", "Enter", "x", "o", "m", "z", "/", "g d", "g t", "g m", "g i", "g s", "?"],
  ]);
  const meanings = await page.getByRole("definition").allInnerTexts();
  expect(meanings).toHaveLength(terms.length);
  const meaningOf = (term: string) => meanings[terms.findIndex((each) => each.trim() === term)];
  expect(meaningOf("Posted")).toBe("Recorded in your books, with its fees.");
  expect(meaningOf("x")).toBe("Dismiss it");
  expect(meaningOf("z")).toBe("Undo the last decision");
});

test("help leads to what it speaks of", async ({ page }) => {
  await page.goto("/help");
  const links = page.getByRole("main").getByRole("link");
  const targets = await links.evaluateAll((all) =>
    all.map((link) => [link.textContent, link.getAttribute("href")]),
  );
  const isInPage = ([, target]: (string | null)[]) => target?.startsWith("#");
  expect(targets.filter((each) => !isInPage(each))).toEqual([
    ["Integrations", "/integrations"],
    ["Dashboard", "/dashboard"],
    ["Review", "/dashboard/review"],
    ["Integrations", "/integrations?tab=accounting"],
    ["Activity", "/dashboard/activity"],
    ["All companies", "/companies"],
    ["Manual Match", "/manual-match"],
    ["API", "/api/docs"],
  ]);
  // Each question leads to its section, under the same words.
  const sections = await page
    .locator("section[id]")
    .evaluateAll((all) =>
      all.map((each) => [each.querySelector("h2")?.textContent, `#${each.id}`]),
    );
  expect(sections.length).toBeGreaterThan(10);
  expect(targets.filter(isInPage)).toEqual(sections);
});
