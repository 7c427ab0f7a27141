import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { FollowedQueries } from "@/components/live/followed";
import type { NamedEvent } from "@/components/live/read-events";
import type { EventName } from "@/lib/contracts/values/events";

/** Returns what puts the events of one stream where the pages look. */
export function createApplier(
  client: QueryClient,
  followed: FollowedQueries,
): (event: NamedEvent) => void {
  const seen = new Set<EventName>();
  return ({ name, data }) => {
    const { queryKey, carries } = followed[name];
    if (carries === "answer") return put(client, queryKey, data);
    // The first event repeats the current state, which the page already has.
    if (seen.has(name)) void client.invalidateQueries({ queryKey });
    seen.add(name);
  };
}

/** An answer that is on its way is older: it must not come on top. */
function put(client: QueryClient, queryKey: QueryKey, data: unknown): void {
  void client.cancelQueries({ queryKey }, { revert: true, silent: true });
  client.setQueryData(queryKey, data);
}
