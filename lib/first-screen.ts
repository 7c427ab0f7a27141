import { MAX_QUEUE_ROWS } from "@/lib/constants/queue";
import { earlyCalls, type FirstScreen } from "@/lib/early-calls";
import { readToken } from "@/lib/session-store";
import { tabCompany } from "@/lib/tab-company";

const PAGES = ["dashboard", "transactions"] as const;
export type FirstPage = (typeof PAGES)[number];

/** Where the one answer has those of other addresses. */
const PARTS: Readonly<Record<string, keyof FirstScreen>> = {
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
 * What the page's one early answer has for an address, once. Null where there is none: then the address is asked itself,
 * and says what went wrong.
 * @param ask takes over the early call
 */
export async function takePart(
  method: string,
  address: string,
  ask: (page: FirstPage) => Promise<FirstScreen>,
): Promise<FirstScreen[keyof FirstScreen]> {
  const name = method === "GET" ? PARTS[address] : undefined;
  const early = name && earlyCalls(method, readToken(), tabCompany());
  if (!early) return null;
  const page = PAGES.find((each) => early.answers[firstScreenAddress(each)]);
  if (page) early.screen = ask(page).catch(() => null);
  const screen = await early.screen;
  if (!screen || window.earlyCalls !== early || early.token !== readToken()) return null;
  const part = screen[name];
  screen[name] = null;
  return part;
}
