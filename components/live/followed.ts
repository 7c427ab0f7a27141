import type { QueryKey } from "@tanstack/react-query";
import type { EventName } from "@/lib/constants/events";

/** The queries that one kind of event keeps up to date. */
interface FollowedQuery {
  queryKey: QueryKey;
  /** Its data is the query's answer, or only says that the answer changed. */
  carries: "answer" | "change";
  /** Without a stream the query asks by `pollEvery`. */
  isPolled: boolean;
}

/** One entry per event. Features own the keys, the shell joins them: `live` knows no feature. */
export type FollowedQueries = Record<EventName, FollowedQuery>;
