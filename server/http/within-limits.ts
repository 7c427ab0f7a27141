import type { Endpoint, WorkKind } from "@/lib/contracts/endpoint";
import { StreamedFile } from "@/lib/contracts/streamed-file";
import { inReadTurn, inTokenReadTurn } from "@/server/platform/company-queue";
import type { SessionContext } from "@/server/platform/context";
import { RateLimitedError } from "@/server/platform/errors";
import type { Lease } from "@/server/platform/leases";
import { beginWork, paceRefusal } from "./work-limits";

/**
 * Answers a request of a company within its limits: as expensive work, or as one of its reads.
 * @throws RateLimitedError, when many of the company are refused one after the other.
 */
export async function withinLimits<T>(
  ctx: SessionContext,
  endpoint: Pick<Endpoint, "method" | "work">,
  work: () => Promise<T>,
): Promise<T | StreamedFile> {
  try {
    return await limited(ctx, endpoint, work);
  } catch (error) {
    if (error instanceof RateLimitedError) await paceRefusal(ctx.companyId);
    throw error;
  }
}

function limited<T>(
  ctx: SessionContext,
  { method, work: kind }: Pick<Endpoint, "method" | "work">,
  work: () => Promise<T>,
): Promise<T | StreamedFile> {
  if (kind) return asExpensive(ctx, kind, work);
  if (method !== "GET") return work();
  const read = () => inReadTurn(ctx.companyId, work);
  return ctx.apiToken === undefined ? read() : inTokenReadTurn(ctx.companyId, read);
}

/** A file counts until it is sent. */
async function asExpensive<T>(
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
