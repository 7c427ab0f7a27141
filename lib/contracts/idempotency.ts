import type { Endpoint } from "@/lib/contracts/endpoint";

export const IDEMPOTENCY_HEADER = "Idempotency-Key";
/** Tells that an answer is that of an earlier call with the same key. */
export const REPLAY_HEADER = "Idempotent-Replayed";

type Repeatable = Pick<Endpoint, "method" | "apiTokens" | "answersSecret">;

/** Whether an endpoint takes an Idempotency-Key: it changes something, programs may call it, and its answer may be kept. */
export function takesIdempotencyKey({ method, apiTokens, answersSecret }: Repeatable): boolean {
  return method !== "GET" && apiTokens === true && answersSecret !== true;
}
