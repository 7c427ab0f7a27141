import { BOOKS } from "@/components/books/refresh-books";
import { matchRunKeys } from "@/components/deposits/match-run-keys";
import { failureKeys } from "@/components/failures/queries";
import { integrationKeys } from "@/components/integrations/queries";
import type { FollowedQueries } from "@/components/live/followed";
import { notificationKeys } from "@/components/notifications/queries";

/** What each event of the stream keeps up to date. */
export const FOLLOWED: FollowedQueries = {
  "sync-runs": { queryKey: integrationKeys.runs(), carries: "answer", isPolled: true },
  "match-run": { queryKey: matchRunKeys.latest, carries: "answer", isPolled: true },
  notifications: { queryKey: notificationKeys.count, carries: "answer", isPolled: true },
  postings: { queryKey: BOOKS, carries: "change", isPolled: false },
  failures: { queryKey: failureKeys.all, carries: "change", isPolled: true },
};
