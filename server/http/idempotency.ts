import { createHash } from "node:crypto";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { IDEMPOTENCY_HEADER, takesIdempotencyKey } from "@/lib/contracts/idempotency";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { AppError, ConflictError, UnusableInputError } from "@/server/platform/errors";
import { isDatabaseUnavailable } from "@/server/platform/is-database-unavailable";
import { withLease } from "@/server/platform/leases";
import { log } from "@/server/platform/logger";
import { ProviderError } from "@/server/providers/errors";
import { RequestError } from "./problem";

const WELL_FORMED = /^[\x21-\x7e]{1,255}$/;

type Repeatable = Pick<Endpoint, "method" | "path" | "apiTokens">;

/**
 * Runs a call once for each `Idempotency-Key` of its caller, for a day: a repeat gets the first answer. Only success is
 * kept; a refused call may be repeated with its key. One that was lost halfway is never made a second time.
 * @param work the call; its result is what is sent as JSON
 * @throws ConflictError while the first call is under way, and when it was lost; UnusableInputError when the key belongs to
 * another call; RequestError 400 when it isn't a key.
 */
export async function oncePerKey<T>(
  ctx: SessionContext,
  request: Request,
  { endpoint, input }: { endpoint: Repeatable; input: unknown },
  work: () => Promise<T>,
): Promise<{ answer: T; isRepeat: boolean }> {
  const key = takesIdempotencyKey(endpoint) ? request.headers.get(IDEMPOTENCY_HEADER) : null;
  if (key === null) return { answer: await work(), isRepeat: false };
  if (!WELL_FORMED.test(key)) {
    const message = `${IDEMPOTENCY_HEADER} must be 1 to 255 visible ASCII characters`;
    throw new RequestError(400, "invalid_idempotency_key", message);
  }
  const call = JSON.stringify([endpoint.method, endpoint.path, input]);
  const own = { key, callHash: new Uint8Array(createHash("sha256").update(call).digest()) };
  const name = `idempotency key ${ctx.companyId} ${ctx.sessionId} ${key}`;
  const held = await withLease(name, () => answerOnce(ctx, own, work));
  if (held) return held.result;
  throw new ConflictError(
    "duplicate_request",
    "The first call with this Idempotency-Key is still under way. Repeat it in a moment.",
    { retryAfterSeconds: 1 },
  );
}

interface KeyedCall {
  key: string;
  callHash: Uint8Array<ArrayBuffer>;
}

async function answerOnce<T>(
  ctx: SessionContext,
  { key, callHash }: KeyedCall,
  work: () => Promise<T>,
): Promise<{ answer: T; isRepeat: boolean }> {
  const { companyId, sessionId: callerId } = ctx;
  const { count } = await db(ctx).idempotencyKey.createMany({
    data: [{ companyId, callerId, key, callHash }],
    skipDuplicates: true,
  });
  const which = { companyId_callerId_key: { companyId, callerId, key } };
  if (count === 0) {
    const first = await db(ctx).idempotencyKey.findUniqueOrThrow({ where: which });
    return { answer: answerOf(first, callHash) as T, isRepeat: true };
  }
  let answer: T;
  try {
    answer = await work();
  } catch (error) {
    if (changedNothing(error)) {
      await db(ctx)
        .idempotencyKey.delete({ where: which })
        .catch((cause: unknown) => log().warn({ error: cause }, "an idempotency key is left over"));
    }
    throw error;
  }
  await db(ctx).idempotencyKey.update({ where: which, data: { answer: JSON.stringify(answer) } });
  return { answer, isRepeat: false };
}

/** Whether a failed call may be made again: what verbs refuse and what the database undoes leave no change behind. */
function changedNothing(error: unknown): boolean {
  if (error instanceof ProviderError) return error.failure !== "unavailable";
  return error instanceof AppError || isDatabaseUnavailable(error);
}

function answerOf(
  first: { callHash: Uint8Array; answer: string | null },
  callHash: Uint8Array,
): unknown {
  if (Buffer.compare(first.callHash, callHash) !== 0) {
    throw new UnusableInputError(
      "This Idempotency-Key was used for another call. Use a new key for each call.",
      {},
      "idempotency_key_reused",
    );
  }
  if (first.answer !== null) return JSON.parse(first.answer);
  throw new ConflictError(
    "outcome_unknown",
    "The first call with this Idempotency-Key was interrupted. Look whether it took effect, then use another key.",
  );
}
