import { MAX_QUEUE_ROWS } from "@/lib/constants/queue";
import { type EarlyCalls, earlyCalls, type FirstScreen } from "@/lib/early-calls";
import { readToken } from "@/lib/session-store";
import { tabCompany } from "@/lib/tab-company";

const PAGES = ["dashboard", "transactions"] as const;
export type FirstPage = (typeof PAGES)[number];

/** Where the one answer has those of other addresses. */
export const PARTS: Readonly<Record<string, keyof FirstScreen>> = {
  "/api/user/auto-logout/api/": "auto_logout",
  "/api/companies/": "companies",
  "/api/user/profile/": "profile",
  "/api/settings/notifications/": "notification_settings",
  "/api/notifications/count/": "notification_count",
  "/api/notifications/": "notifications",
  "/api/settings/company/": "company_settings",
  "/api/summary/": "summary",
  "/api/dashboard/on-their-way/": "on_their_way",
  "/api/qb/suggestions/": "suggestions",
  [`/api/qb/queue/?limit=${MAX_QUEUE_ROWS}`]: "queue",
  "/api/qb/posting-review/": "posting_review",
  "/api/qb/existing-deposits/": "existing_deposits",
};

export function firstScreenAddress(page: FirstPage): string {
  return `/api/user/first-screen/?page=${page}`;
}

/**
 * What the page's one early answer has for an address, once; null where it lacks it: then the address is asked itself,
 * and says what went wrong. Null at once where nothing was asked early.
 * @param ask takes over the early call
 */
export function takePart(
  method: string,
  address: string,
  ask: (page: FirstPage) => Promise<FirstScreen>,
): Promise<FirstScreen[keyof FirstScreen]> | null {
  const name = method === "GET" ? PARTS[address] : undefined;
  const early = name && earlyCalls(method, readToken(), tabCompany());
  if (!early) return null;
  const page = PAGES.find((each) => early.answers[firstScreenAddress(each)]);
  if (page) early.screen = screenOf(early, ask(page));
  return early.screen ? partOf(early, early.screen, name) : null;
}

/** Its answer may be the one that says which company a new tab shows; what else was asked is about the session's own. */
async function screenOf(
  early: EarlyCalls,
  answer: Promise<FirstScreen>,
): Promise<FirstScreen | null> {
  const screen = await answer.catch(() => null);
  if (early.company === null) {
    early.company = tabCompany();
    early.answers = {};
  }
  return screen;
}

async function partOf(
  early: EarlyCalls,
  answer: Promise<FirstScreen | null>,
  name: keyof FirstScreen,
): Promise<FirstScreen[keyof FirstScreen]> {
  const screen = await answer;
  if (!screen || window.earlyCalls !== early || early.token !== readToken()) return null;
  const part = screen[name];
  screen[name] = null;
  return part;
}
