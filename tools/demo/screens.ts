import type { Locator, Page } from "@playwright/test";
import { type PictureName, SHOWN_PAYOUT } from "@/lib/constants/landing-pictures";

/** A screen of the product with the sample company, as `npm run screenshots` takes it. */
export interface Screen {
  name: string;
  path: string;
  /** For visitors who are not signed in. */
  isPublic?: true;
  /** Before there is an account, or as a restored copy. */
  during?: "new" | "paused";
  /** For the bookkeeper of many companies instead of the sample company's owner. */
  ofBookkeeper?: true;
  /** The first view only, also where others show the whole page: what follows is more of the same. */
  isLong?: true;
  /** Steps on the page before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
}

const tab = (name: string) => async (page: Page) => {
  await page.getByRole("tab", { name }).click();
};

async function openPosted(page: Page): Promise<void> {
  await page
    .getByRole("row")
    .filter({ hasText: "Posted" })
    .first()
    .getByRole("link")
    .first()
    .click();
  await page.getByText("Deposit Information").waitFor();
}

/** What a charge without a payment is received on. */
async function openInvoices(page: Page): Promise<void> {
  await page
    .getByRole("link", { name: /^Receive payment/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Receive on an invoice" }).first().waitFor();
}

async function selectOneEach(page: Page): Promise<void> {
  for (const list of ["Stripe Transactions", "QuickBooks Transactions"]) {
    await page.getByRole("listbox", { name: list }).getByRole("option").first().click();
  }
}

/** A part of a screen that the landing page shows. */
export interface Picture extends Screen {
  name: PictureName;
  /** What is in it, from its top on. */
  part: (page: Page) => Locator;
}

async function openShownPayout(page: Page): Promise<void> {
  const rows = page.getByRole("row").filter({ hasText: SHOWN_PAYOUT.amount });
  await rows.first().getByRole("link").first().click();
  await page.getByText("Deposit Information").waitFor();
  await page.getByRole("button", { name: "Dismiss this hint" }).click();
  // Another payout than the one that the page's text describes must not be shown.
  await page.getByText(`−${SHOWN_PAYOUT.fees}`).first().waitFor();
}

const SHOWN_SEARCH = `/transactions?search=${SHOWN_PAYOUT.amount.replace(",", "")}`;

export const PICTURES: readonly Picture[] = [
  {
    name: "payout",
    path: SHOWN_SEARCH,
    prepare: openShownPayout,
    part: (page) => page.locator("[data-prints]"),
  },
  {
    name: "entry",
    path: SHOWN_SEARCH,
    prepare: async (page) => {
      await openShownPayout(page);
      await page.getByRole("button", { name: "Show Journal Entry" }).click();
    },
    part: (page) => page.getByRole("region", { name: "Journal Entry" }),
  },
  {
    name: "reason",
    path: "/dashboard",
    prepare: async (page) => {
      await page.getByRole("button", { name: /^Not in QuickBooks/ }).click();
      await page.getByRole("button", { name: "Receive payment" }).first().waitFor();
    },
    part: (page) => page.getByRole("article").first(),
  },
];

export const SCREENS: readonly Screen[] = [
  { name: "login", path: "/login", isPublic: true },
  { name: "signup", path: "/signup", isPublic: true },
  { name: "restore", path: "/restore", isPublic: true, during: "new" },
  { name: "forgot-password", path: "/forgot-password", isPublic: true },
  { name: "dashboard", path: "/dashboard" },
  {
    name: "notifications",
    path: "/dashboard",
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /^Notifications/ })
        .first()
        .click();
    },
  },
  { name: "transactions", path: "/transactions" },
  { name: "deposit", path: "/transactions?status=posted", prepare: openPosted },
  {
    name: "deposit-lines",
    path: "/transactions?status=posted",
    prepare: async (page) => {
      await openPosted(page);
      await tab("Deposit Lines")(page);
    },
  },
  { name: "deposit-invoices", path: "/transactions?status=pending", prepare: openInvoices },
  { name: "manual-match", path: "/manual-match", prepare: selectOneEach },
  { name: "integrations", path: "/integrations" },
  { name: "integrations-accounting", path: "/integrations", prepare: tab("Accounting") },
  {
    name: "integrations-settings",
    path: "/integrations",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Settings" }).first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "integrations-connect",
    path: "/integrations",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Connect another account" }).first().click();
      await page.getByLabel("Secret key").waitFor();
    },
  },
  { name: "settings-general", path: "/settings" },
  {
    name: "settings-rules",
    path: "/settings?tab=rules",
    prepare: async (page) => {
      await page.getByRole("button", { name: "New rule" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "settings-people", path: "/settings?tab=people" },
  {
    name: "settings-webhooks",
    path: "/settings?tab=webhooks",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Deliveries" }).click();
      await page.getByText("webhook.test").waitFor();
    },
  },
  { name: "settings-account", path: "/settings?tab=account" },
  { name: "settings-notifications", path: "/settings?tab=notifications" },
  { name: "settings-security", path: "/settings?tab=security" },
  { name: "settings-health", path: "/settings?tab=health" },
  // After Health: the companies of this sample are made up, and so are their secrets.
  { name: "companies", path: "/companies", ofBookkeeper: true, isLong: true },
  { name: "help", path: "/help", isPublic: true },
  { name: "not-found", path: "/no-such-page", isPublic: true },
  // After the dashboard: it contains its picture.
  { name: "landing", path: "/", isPublic: true },
  { name: "paused", path: "/dashboard", during: "paused", isLong: true },
];
