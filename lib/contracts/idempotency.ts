import type { ProblemCode } from "@/lib/constants/problem-codes";
import type { Endpoint } from "@/lib/contracts/endpoint";

export const IDEMPOTENCY_HEADER = "Idempotency-Key";
/** Tells that an answer is that of an earlier call with the same key. */
export const REPLAY_HEADER = "Idempotent-Replayed";

type Repeatable = Pick<Endpoint, "method" | "apiTokens" | "answersSecret">;

/** Whether an endpoint takes an Idempotency-Key: it changes something, programs may call it, and its answer may be kept. */
export function takesIdempotencyKey({ method, apiTokens, answersSecret }: Repeatable): boolean {
  return method !== "GET" && apiTokens === true && answersSecret !== true;
}

/** Every code that a 409 of the endpoint may have. */
export function conflictsOf(
  endpoint: Repeatable & Pick<Endpoint, "conflicts">,
): ProblemCode<409>[] {
  const keyed = takesIdempotencyKey(endpoint);
  return [
    ...(endpoint.conflicts ?? []),
    ...(keyed ? (["duplicate_request", "outcome_unknown"] as const) : []),
  ];
}
