import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { refreshBooks } from "@/components/deposits/books";
import { matchRunKeys } from "@/components/deposits/match-run-keys";
import { failureKeys } from "@/components/failures/queries";
import { integrationKeys } from "@/components/integrations/queries";
import type { NamedEvent } from "@/components/live/read-events";
import { notificationKeys } from "@/components/notifications/queries";
import type { EventName } from "@/lib/contracts/values/events";

/** What the stream tells and pages otherwise ask for. */
export const FOLLOWED: QueryKey[] = [
  integrationKeys.runs(),
  matchRunKeys.latest,
  notificationKeys.count,
  failureKeys.all,
];

type Appliers = { [N in EventName]: (client: QueryClient, data: unknown) => void };

/** Puts an event where the pages look. */
export function createApplier(): (client: QueryClient, event: NamedEvent) => void {
  // The first tells how things are: pages have just loaded that.
  let postings: string | null = null;
  let waiting: string | null = null;
  const appliers: Appliers = {
    "sync-runs": (client, data) => put(client, integrationKeys.runs(), data),
    "match-run": (client, data) => put(client, matchRunKeys.latest, data),
    notifications: (client, data) => put(client, notificationKeys.count, data),
    postings: (client, data) => {
      const before = postings;
      postings = JSON.stringify(data);
      if (before !== null) void refreshBooks(client);
    },
    failures: (client, data) => {
      const before = waiting;
      waiting = JSON.stringify(data);
      if (before !== null) void client.invalidateQueries({ queryKey: failureKeys.all });
    },
  };
  return (client, { name, data }) => appliers[name](client, data);
}

/** An answer that is on its way is older: it must not come on top. */
function put(client: QueryClient, queryKey: QueryKey, data: unknown): void {
  void client.cancelQueries({ queryKey }, { revert: true, silent: true });
  client.setQueryData(queryKey, data);
}
