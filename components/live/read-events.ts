import { callForStream } from "@/lib/api";
import { EVENT_NAMES, type EventName, MAX_STREAM_SECONDS } from "@/lib/contracts/values/events";
import { EventParser } from "@/lib/event-parser";
import { parseJson } from "@/lib/json";

/** The server gives a sign of life every 15 seconds. */
const SILENCE_MS = 40_000;

export interface NamedEvent {
  name: EventName;
  data: unknown;
}

/**
 * Follows the company's events until the stream ends, breaks, falls silent, or `signal` fires.
 * @throws ApiError, NetworkError, or AbortError; ends without where the server ended it.
 */
export async function readEvents(
  signal: AbortSignal,
  take: (event: NamedEvent) => void,
): Promise<void> {
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
