import { AsyncLocalStorage } from "node:async_hooks";
import type { EventStream, StreamedEvent, StreamLook } from "@/lib/contracts/event-stream";
import { log } from "@/server/platform/logger";
import { connectionBreaker } from "./connection";
import { StalledReader } from "./stalled-reader";

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** The client's delay before it reconnects after a stream has ended. */
const RETRY_MS = 1_000;

/**
 * Responds with server-sent events, one at a time as the client reads them. The connection of a client that stops reading
 * is broken off. Its headers stop caches, compressors and proxies from buffering them.
 */
export function eventAnswer(
  request: Request,
  stream: EventStream,
  headers: [name: string, value: string][],
  look: () => Promise<StreamLook>,
  { idleMs }: { idleMs?: number } = {},
): Response {
  const left = new AbortController();
  const until = AbortSignal.any([left.signal, request.signal]);
  const events = stream.follow(until, look)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const disconnect = connectionBreaker();
  const end = async () => {
    reader.stop();
    left.abort();
    await events.return?.();
  };
  const reader = new StalledReader(() => {
    disconnect();
    void end();
  }, idleMs);
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`));
        reader.wait();
      },
      // Bound, because the reader runs outside any request and its log lines would miss the request's fields.
      pull: AsyncLocalStorage.bind(async (controller: Controller) => {
        reader.stop();
        try {
          const { done, value } = await events.next();
          if (done) return controller.close();
          controller.enqueue(encoder.encode(toText(value)));
          reader.wait();
        } catch (error) {
          // The client has left and reconnects if it needs to.
          if (until.aborted) return;
          log().warn({ error }, "a stream of events broke off");
          left.abort();
          controller.close();
        }
      }),
      cancel: end,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: [
      ...headers,
      ["Content-Type", "text/event-stream; charset=utf-8"],
      ["Cache-Control", "no-store, no-transform"],
      ["X-Accel-Buffering", "no"],
    ],
  });
}

/** JSON contains no raw line breaks, so one data line holds it. */
function toText(event: StreamedEvent | null): string {
  if (event === null) return ": alive\n\n";
  return `event: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`;
}
