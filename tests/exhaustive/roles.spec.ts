import { hasRole, ROLES } from "@/lib/constants/roles";
import { browserOf } from "../e2e/colleagues";
import { expect, test } from "../e2e/fixtures";
import { offered, offeredBehind, visitor } from "../e2e/offered";
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
const openers = ({ deposits }: Workplace): Record<string, string[]> => ({
  "/dashboard": ["Search"],
  "/dashboard/review": ["Post # deposits", "Mark as booked elsewhere"],
  "/transactions": ["Select all on this page"],
  [`/transaction/${deposits.pending}`]: [
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
  "/companies": ["New company"],
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

test("each role is offered what it may do, and nothing else, on every page", async ({
  browser,
}) => {
  test.slow();
  const place = await openWorkplace();
  const offers = collectOffers();
  for (const role of ROLES) {
    const context = await browserOf(browser, place.members[role]);
    const page = await context.newPage();
    const visit = await visitor(page);
    await visit(`/dashboard?company=${place.companyId}`);
    for (const path of pages(place)) {
      await visit(path);
      const all = await offered(page, { navigation: path === "/dashboard" });
      const shown = new Set(all);
      for (const opener of openers(place)[path] ?? []) {
        if (![opener, `${opener} (checkbox)`].some((each) => shown.has(each))) continue;
        for (const each of await offeredBehind(page, opener, shown)) all.add(each);
        await page.keyboard.press("Escape");
        await expect(page.locator("[role=dialog], [role=alertdialog]")).toHaveCount(0);
      }
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

  // No page has lost an action, and the table none that is gone.
  const needed = new Set(offers.all().map(neededFor));
  const missing = Object.keys(ACTIONS).filter((each) => !needed.has(each as Needed));
  expect(missing, "never offered").toEqual([]);
});
