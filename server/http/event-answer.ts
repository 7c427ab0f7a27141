import { AsyncLocalStorage } from "node:async_hooks";
import type { EventStream, StreamedEvent } from "@/lib/contracts/event-stream";
import { log } from "@/server/logger";

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** How long a client waits before it comes again, once a stream has ended. */
const RETRY_MS = 1_000;

/**
 * Answers with events as they happen, one by one as the client takes them. Nothing on the way may hold
 * them back: not a cache, not a compressor, not a proxy's buffer.
 */
export function eventAnswer(
  request: Request,
  stream: EventStream,
  headers: [name: string, value: string][],
  mayGoOn: () => Promise<boolean>,
): Response {
  const left = new AbortController();
  const until = AbortSignal.any([left.signal, request.signal]);
  const events = stream.follow(until, mayGoOn)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`));
      },
      // Bound: whoever takes the events is nobody's request, and log lines would not say whose.
      pull: AsyncLocalStorage.bind(async (controller: Controller) => {
        try {
          const { done, value } = await events.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(toText(value)));
        } catch (error) {
          // Nobody is there to be told, or the client comes again.
          if (until.aborted) return;
          log().warn({ error }, "a stream of events broke off");
          left.abort();
          controller.close();
        }
      }),
      async cancel() {
        left.abort();
        await events.return?.();
      },
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

/** JSON has no line breaks of its own, so one line of data holds it. */
function toText(event: StreamedEvent | null): string {
  if (event === null) return ": alive\n\n";
  return `event: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`;
}
