/** The event types of a stream, in the order of its first events. */
export const EVENT_NAMES = [
  "sync-runs",
  "match-run",
  "notifications",
  "postings",
  "failures",
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** Those of an API token's stream: no program has notifications, and only programs ask for what changed. */
export const TOKEN_EVENT_NAMES = [
  "sync-runs",
  "match-run",
  "postings",
  "failures",
  "deposits",
] as const;
/** An event of any stream. */
export type StreamEventName = EventName | (typeof TOKEN_EVENT_NAMES)[number];

/** The server ends a stream after this time; clients reconnect. */
export const MAX_STREAM_SECONDS = 600;
