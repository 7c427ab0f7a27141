import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { createApplier } from "@/components/live/create-applier";
import type { FollowedQueries } from "@/components/live/followed";
import { isLive, isWatched, setLive, subscribeWatchers } from "@/components/live/liveness";
import { readEvents } from "@/components/live/read-events";
import { ApiError } from "@/lib/api-errors";
import { backoffMs } from "@/lib/backoff";

const RECONNECT = { firstMs: 1_000, longestMs: 60_000 };
/** The server has no such endpoint, or this session follows too often already. */
const REFUSED_MS = 60_000;

/**
 * Follows the event stream while the page is visible and shows work in progress, and updates the queries.
 * Otherwise it closes the connection, because browsers have few of them. Without the stream, pages poll.
 */
export function useLiveUpdates(followed: FollowedQueries): void {
  const client = useQueryClient();
  const watched = useSyncExternalStore(subscribeWatchers, isWatched, () => false);
  useEffect(() => {
    if (!watched) return;
    let connection: AbortController | undefined;
    const end = () => {
      connection?.abort();
      connection = undefined;
    };
    const look = () => {
      if (document.visibilityState === "hidden") return end();
      if (connection) return;
      connection = new AbortController();
      void follow(connection.signal);
    };

    async function follow(signal: AbortSignal): Promise<void> {
      for (let failures = 0; !signal.aborted; ) {
        const apply = createApplier(client, followed);
        const refused = await readEvents(signal, (event) => {
          failures = 0;
          setLive(true);
          apply(event);
        }).then(
          () => false,
          (error: unknown) => error instanceof ApiError,
        );
        const wasLive = isLive();
        setLive(false);
        if (signal.aborted) return;
        // They begin to ask again by themselves with the next answer.
        if (wasLive) {
          for (const { queryKey, isPolled } of Object.values(followed)) {
            if (isPolled) void client.invalidateQueries({ queryKey });
          }
        }
        failures += 1;
        await pause(refused ? REFUSED_MS : backoffMs(failures, RECONNECT), signal);
      }
    }

    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      end();
      setLive(false);
    };
  }, [client, watched, followed]);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
