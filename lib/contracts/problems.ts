import { PROBLEM_CODES, type ProblemCode, type ProblemStatus } from "@/lib/constants/problem-codes";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { takesIdempotencyKey } from "@/lib/contracts/idempotency";

const codesOf = (status: ProblemStatus) => Object.keys(PROBLEM_CODES[status]) as ProblemCode[];

/** A failed call of a provider, of whatever kind. */
const PROVIDER_PROBLEMS = codesOf(502);

/**
 * Every code that an error of the endpoint may have: its own, and those that follow from the rest of its contract. Without
 * `internal`, which is always a defect, and `method_not_allowed`, which a listed method never has.
 */
export function problemsOf(endpoint: Endpoint): Set<ProblemCode> {
  const { access, role, body, query, apiTokens } = endpoint;
  const { problems = [], callsProvider, settingFields, roleWhen } = endpoint;
  const isSession = access === "session";
  const asksForRole = role !== "anyone" && role !== "self" && role !== "viewer";
  return new Set<ProblemCode>([
    ...problems,
    "invalid_input",
    "unavailable",
    ...when(body, ["malformed_json", "too_large", "unsupported_media_type"]),
    // Without input, a public answer isn't counted.
    ...when(isSession || body || query, ["rate_limited"]),
    ...when(isSession, ["invalid_company", ...TOKEN_PROBLEMS]),
    ...when(isSession && role !== "self", ["not_a_member"]),
    ...when(asksForRole || settingFields || roleWhen, ["role_too_low"]),
    ...when(isSession && !apiTokens, ["api_tokens_refused"]),
    ...when(takesIdempotencyKey(endpoint), KEY_PROBLEMS),
    ...when(callsProvider, PROVIDER_PROBLEMS),
  ]);
}

const TOKEN_PROBLEMS = [
  "unauthenticated",
  "api_token_unknown",
  "api_token_expired",
] as const satisfies ProblemCode[];

const KEY_PROBLEMS = [
  "invalid_idempotency_key",
  "duplicate_request",
  "outcome_unknown",
  "idempotency_key_reused",
] as const satisfies ProblemCode[];

const when = (holds: unknown, codes: readonly ProblemCode[]) => (holds ? codes : []);

/** The same by status, in the order of `PROBLEM_CODES`. */
export function problemsByStatus(endpoint: Endpoint): Map<ProblemStatus, ProblemCode[]> {
  const all = problemsOf(endpoint);
  const statuses = Object.keys(PROBLEM_CODES).map(Number) as ProblemStatus[];
  return new Map(
    statuses
      .map((status) => [status, codesOf(status).filter((code) => all.has(code))] as const)
      .filter(([, codes]) => codes.length > 0),
  );
}
