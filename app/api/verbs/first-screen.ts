import { MAX_QUEUE_ROWS } from "@/lib/constants/queue";
import { loadAutoLogout } from "@/server/accounts/own-sessions";
import { listCompanies } from "@/server/accounts/people/companies";
import { loadProfile } from "@/server/accounts/profile";
import type { Verbs } from "@/server/http/serve";
import { listSuggestions } from "@/server/matches/list-suggestions";
import { countUnread, listNotifications } from "@/server/notifications/list-notifications";
import { loadNotificationSettings } from "@/server/notifications/notification-settings";
import { summarizeDashboard } from "@/server/overview/load-dashboard-status";
import { loadOnTheirWay } from "@/server/overview/load-on-their-way";
import { loadQueue } from "@/server/overview/read-queue";
import { listExisting } from "@/server/posting/recorded-elsewhere/suggestions";
import { loadReview } from "@/server/posting/review";
import { loadSettings } from "@/server/work/load-settings";

/** What pages show at first, read by the verbs of the endpoints that have it one by one. */
export const firstScreenVerbs = {
  "GET /user/first-screen/": async (ctx, { query: { page } }) => {
    const ofDashboard = page === "dashboard" ? dashboardParts(ctx) : NOTHING;
    return { ...(await settled(frameParts(ctx))), ...(await ofDashboard) };
  },
} satisfies Partial<Verbs>;

type Context = Parameters<Verbs["GET /user/first-screen/"]>[0];

function frameParts(ctx: Context) {
  return {
    auto_logout: loadAutoLogout(ctx),
    companies: listCompanies(ctx),
    profile: loadProfile(ctx),
    notification_settings: loadNotificationSettings(ctx),
    notification_count: countUnread(ctx),
    notifications: listNotifications(ctx, {}),
    company_settings: loadSettings(ctx),
    summary: summarizeDashboard(ctx),
    on_their_way: loadOnTheirWay(ctx),
  };
}

function dashboardParts(ctx: Context) {
  return settled({
    suggestions: listSuggestions(ctx, {}),
    queue: loadQueue(ctx, { limit: MAX_QUEUE_ROWS }),
    posting_review: loadReview(ctx),
    existing_deposits: listExisting(ctx, {}),
  });
}

const NOTHING = { suggestions: null, queue: null, posting_review: null, existing_deposits: null };

/** What each resolves to; null where it failed, which its own endpoint says and logs when it is asked next. */
async function settled<Parts extends Record<string, Promise<unknown>>>(parts: Parts) {
  const all = Object.entries(parts).map(async ([name, part]) => [
    name,
    await part.catch(() => null),
  ]);
  return Object.fromEntries(await Promise.all(all)) as {
    [Name in keyof Parts]: Awaited<Parts[Name]> | null;
  };
}
