"use client";

import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { FollowedQueries } from "@/components/live/followed";
import { callForStream } from "@/lib/api";
import { ApiError } from "@/lib/api-errors";
import { backoffMs } from "@/lib/backoff";
import { EVENT_NAMES, type EventName, MAX_STREAM_SECONDS } from "@/lib/constants/events";
import { EventParser } from "@/lib/event-parser";
import { parseJson } from "@/lib/json";
import { isLive, isWatched, setLive, subscribeWatchers } from "./liveness";

/** Part of every signed-in page; draws nothing. */
export function LiveUpdates({ followed }: { followed: FollowedQueries }) {
  useLiveUpdates(followed);
  return null;
}

const RECONNECT = { firstMs: 1_000, longestMs: 60_000 };
/** The server has no such endpoint, or this session follows too often already. */
const REFUSED_MS = 60_000;

/**
 * Follows the event stream while the page is visible and shows work in progress, and updates the queries.
 * Otherwise it closes the connection, because browsers have few of them. Without the stream, pages poll.
 */
function useLiveUpdates(followed: FollowedQueries): void {
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
        // They start polling again with the next answer.
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

/** Returns what puts the events of one stream where the pages look. */
function createApplier(
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

/** The server gives a sign of life every 15 seconds. */
const SILENCE_MS = 40_000;

interface NamedEvent {
  name: EventName;
  data: unknown;
}

/**
 * Follows the company's events until the stream ends, breaks, falls silent, or `signal` fires.
 * @throws ApiError, NetworkError, or AbortError; ends without where the server ended it.
 */
async function readEvents(signal: AbortSignal, take: (event: NamedEvent) => void): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const stream = await callForStream("GET /events/", {
      signal: AbortSignal.any([signal, silence.signal]),
      timeoutMs: (MAX_STREAM_SECONDS + 60) * 1000,
    });
    if (!stream) return;
    const parser = new EventParser();
    const decoder = new TextDecoder();
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      for (const { name, data } of parser.push(decoder.decode(value, { stream: true }))) {
        const parsed = parseJson(data);
        if (isEventName(name) && parsed !== undefined) take({ name, data: parsed });
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

function isEventName(name: string): name is EventName {
  return (EVENT_NAMES as readonly string[]).includes(name);
}
