/** The kinds of events in a stream, in the order in which it starts. */
export const EVENT_NAMES = [
  "sync-runs",
  "match-run",
  "notifications",
  "postings",
  "failures",
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** A stream ends by then; whoever still wants to know opens another. */
export const MAX_STREAM_SECONDS = 600;
