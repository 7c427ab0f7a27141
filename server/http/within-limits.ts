import type { WorkKind } from "@/lib/constants/work-limits";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { StreamedFile } from "@/lib/contracts/streamed-file";
import { inLongReadTurn, inReadTurn, inTokenReadTurn } from "@/server/platform/company-queue";
import type { SessionContext } from "@/server/platform/context";
import { RateLimitedError } from "@/server/platform/errors";
import { beginWork, paceRefusal } from "./work-limits";

type Limited = Pick<Endpoint, "method" | "work" | "onlyReads">;

/**
 * Answers a request of a company within its limits: as one of its reads, as expensive work, or as both.
 * @throws RateLimitedError, when many of the company are refused one after the other.
 */
export async function withinLimits<T>(
  ctx: SessionContext,
  endpoint: Limited,
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
  { method, work: kind, onlyReads = method === "GET" }: Limited,
  work: () => Promise<T>,
): Promise<T | StreamedFile> {
  const counted = kind ? () => asExpensive(ctx, kind, work) : work;
  if (!onlyReads) return counted();
  // The turn comes first, so that waiting reads don't take the places of other work of their kind.
  const turn = () => inReadTurn(ctx.companyId, counted);
  const read = kind ? () => inLongReadTurn(ctx.companyId, turn) : turn;
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
    return new StreamedFile(result.name, result.type, result.parts, () => lease.end());
  } finally {
    if (!isSending) await lease.end();
  }
}
