import { AsyncLocalStorage } from "node:async_hooks";
import type { StreamedFile } from "@/lib/contracts/streamed-file";
import { log } from "@/server/platform/logger";

/**
 * Responds with a file download, part by part as the client reads it. When a part fails the connection is
 * aborted, so that a truncated file does not look complete.
 */
export function streamAnswer(
  file: StreamedFile,
  headers: [name: string, value: string][],
): Response {
  const parts = file.parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    // Bound, because the reader runs outside any request and log lines would lack its fields.
    pull: AsyncLocalStorage.bind(
      async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        try {
          const { done, value } = await parts.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          log().error({ file: file.name, error }, "a file could not be sent to its end");
          controller.error(error);
        }
      },
    ),
    async cancel() {
      await parts.return?.();
    },
  });
  return new Response(body, {
    headers: [
      ...headers,
      ["Content-Type", `${file.type}; charset=utf-8`],
      ["Content-Disposition", `attachment; filename="${file.name}"`],
      ["X-Content-Type-Options", "nosniff"],
      ["Content-Security-Policy", "default-src 'none'; sandbox"],
      ["Cache-Control", "no-store"],
    ],
  });
}
