import type { ProblemCode } from "@/lib/constants/problem-codes";
import type { Endpoint } from "@/lib/contracts/endpoint";

export const IDEMPOTENCY_HEADER = "Idempotency-Key";
/** Tells that an answer is that of an earlier call with the same key. */
export const REPLAY_HEADER = "Idempotent-Replayed";

/** Whether an endpoint takes an Idempotency-Key: it changes something, and programs may call it. */
export function takesIdempotencyKey({
  method,
  apiTokens,
}: Pick<Endpoint, "method" | "apiTokens">): boolean {
  return method !== "GET" && apiTokens === true;
}

/** Every code that a 409 of the endpoint may have. */
export function conflictsOf(
  endpoint: Pick<Endpoint, "method" | "apiTokens" | "conflicts">,
): ProblemCode<409>[] {
  const keyed = takesIdempotencyKey(endpoint);
  return [
    ...(endpoint.conflicts ?? []),
    ...(keyed ? (["duplicate_request", "outcome_unknown"] as const) : []),
  ];
}
