import type { Page } from "@playwright/test";
import { hasRole, ROLES } from "@/lib/constants/roles";
import { browserOf } from "../e2e/colleagues";
import { expect, test } from "../e2e/fixtures";
import { inEachCase, offered, offeredBehind, visitor } from "../e2e/offered";
import { ACTIONS, leastRoleFor, type Needed, neededFor } from "../e2e/role-actions";
import { collectOffers } from "../e2e/role-offers";
import { openWorkplace, type Workplace } from "../e2e/workplace";

/** Every signed-in page. */
const pages = ({ deposits }: Workplace) => [
  "/dashboard",
  "/dashboard/review",
  "/dashboard/activity",
  "/transactions",
  ...Object.values(deposits).map((id) => `/transaction/${id}`),
  "/manual-match",
  `/manual-match?deposit=${deposits.pending}`,
  "/manual-match/undeposited-funds",
  "/integrations",
  "/integrations?tab=accounting",
  ...["general", "rules", "people", "account", "notifications", "security"].map(
    (tab) => `/settings?tab=${tab}`,
  ),
  "/companies",
];

/** What is pressed on a page, since there is more behind it. */
const openersOf = ({ deposits }: Workplace): Record<string, string[]> => ({
  "/dashboard": [
    ...["Search", "Date them on the first open day", "Choose account for negative payouts"],
    ...["Match from Stripe Clearing", "Receive payment on INV-#"],
  ],
  "/dashboard/review": ["Post # deposits"],
  "/transactions": ["Select all on this page"],
  [`/transaction/${deposits.missing}`]: [
    ...["Record sales receipt", "Receive on an invoice", "Book to an account"],
    ...["Postpone", "Ask the client", "Mark as booked elsewhere"],
  ],
  [`/transaction/${deposits.posted}`]: ["Delete from QuickBooks"],
  "/integrations": ["Disconnect"],
  "/settings?tab=rules": ["New rule", "Edit"],
  "/settings?tab=people": [
    ...["Invite", "New API token", "Revoke Reports"],
    ...["Hand over ownership", "Delete company"],
  ],
  "/settings?tab=account": ["Delete account"],
});

/** What an address opens, a dialog or a form, and what it takes. */
const opened = ({ deposits, lineId }: Workplace): Record<string, Needed> => ({
  [`/settings?tab=rules&from=${deposits.pending}.${lineId}`]: "POST /rules/",
  "/integrations?settings=stripe": "POST /stripe/save-category/",
  "/integrations?tab=accounting&settings=quickbook": "POST /qb/save-bank/",
  "/integrations?connect=authorize": "POST /authorize/connect/",
});

/** What the menu on a phone has for everybody. */
const SHEET = [
  ...["Dashboard → /dashboard", "Transactions → /transactions", "All companies → /companies"],
  ...["Company (combobox)", "Logout"],
].map((each) => `Open menu › ${each}`);

/** Adds what is shown to `all`, and what is behind each opener that wasn't shown before. */
async function gather(
  page: Page,
  all: Set<string>,
  { openers, navigation = false }: { openers: readonly string[]; navigation?: boolean },
): Promise<void> {
  const shown = await offered(page, { navigation });
  const fresh = openers.filter((opener) => isIn(shown, opener) && !isIn(all, opener));
  for (const each of shown) all.add(each);
  for (const opener of fresh) {
    for (const each of await offeredBehind(page, opener, shown)) all.add(each);
    await page.keyboard.press("Escape");
    await expect(page.locator("[role=dialog], [role=alertdialog]")).toHaveCount(0);
  }
}

const isIn = (offers: Set<string>, opener: string) =>
  offers.has(opener) || offers.has(`${opener} (checkbox)`);

test("each role is offered what it may do, and nothing else, on every page", async ({
  browser,
}) => {
  test.slow();
  const place = await openWorkplace();
  const offers = collectOffers();
  const gone: string[] = [];
  for (const role of ROLES) {
    const context = await browserOf(browser, place.members[role]);
    const page = await context.newPage();
    const visit = await visitor(page);
    await visit(`/dashboard?company=${place.companyId}`);
    for (const path of pages(place)) {
      await visit(path);
      const all = new Set<string>();
      const openers = openersOf(place)[path] ?? [];
      const isDashboard = path === "/dashboard";
      await gather(page, all, { openers, navigation: isDashboard });
      if (isDashboard) await inEachCase(page, () => gather(page, all, { openers }));
      // An owner may do everything, so each of them is there.
      const unseen = openers.filter((opener) => role === "owner" && !isIn(all, opener));
      gone.push(...unseen.map((opener) => `${path}: ${opener}`));
      offers.add(path, role, all);
    }
    for (const [path, needed] of Object.entries(opened(place))) {
      await visit(path);
      const isOpen = (await offered(page)).has("Cancel");
      expect(isOpen, `${role}: ${path}`).toBe(hasRole(role, leastRoleFor(needed)));
    }
    await visit("/dashboard");
    await page.setViewportSize({ width: 390, height: 900 });
    const sheet = await offeredBehind(page, "Open menu", new Set());
    expect(sheet, `${role}: the menu on a phone`).toEqual(expect.arrayContaining(SHEET));
    offers.add("the menu on a phone", role, new Set(sheet));
    await context.close();
  }
  expect(offers.findings()).toEqual([]);
  expect(gone, "never pressed").toEqual([]);

  // No page has lost an action, and the table none that is gone.
  const needed = new Set(offers.all().map(neededFor));
  const missing = Object.keys(ACTIONS).filter((each) => !needed.has(each as Needed));
  expect(missing, "never offered").toEqual([]);
});
