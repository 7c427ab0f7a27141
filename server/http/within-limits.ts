import type { WorkKind } from "@/lib/contracts/endpoint";
import { StreamedFile } from "@/lib/contracts/streamed-file";
import type { SessionContext } from "@/server/platform/context";
import type { Lease } from "@/server/platform/leases";
import { beginWork } from "@/server/platform/work-limits";

/**
 * Answers a request as expensive work of its company. A file counts until it is sent.
 * @throws RateLimitedError.
 */
export async function withinLimits<T>(
  ctx: SessionContext,
  kind: WorkKind,
  work: () => Promise<T>,
): Promise<T | StreamedFile> {
  const lease = await beginWork(ctx, kind);
  let isSending = false;
  try {
    const result = await work();
    if (!(result instanceof StreamedFile)) return result;
    isSending = true;
    return new StreamedFile(result.name, result.type, sent(result.parts, lease));
  } finally {
    if (!isSending) await lease.end();
  }
}

async function* sent(parts: AsyncIterable<string>, lease: Lease): AsyncGenerator<string> {
  try {
    yield* parts;
  } finally {
    await lease.end();
  }
}
