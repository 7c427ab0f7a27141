import type { Endpoint } from "@/lib/contracts/endpoint";

/** Every error status and its meaning. */
export const PROBLEMS = {
  400: "The body isn't valid JSON, or a field is invalid; see `fields`.",
  401: "Not signed in: the token is missing, unknown, ended or expired, or the credentials are wrong.",
  403: "Signed in, but without the role for this, or not a member of the company; the message says which.",
  404: "No such path or record. Records of other companies return 404.",
  405: "The path doesn't support this method; see `Allow`.",
  409: "Valid, but not possible in the current state.",
  413: "The body exceeds the endpoint's limit, usually 1 MB.",
  415: "The body isn't declared as application/json.",
  422: "Valid, but a value can't be used.",
  429: "Too many attempts; see `Retry-After`.",
  500: "An error on our side, logged under `request_id`.",
  502: "A provider failed or rejected the request; the message says what to do.",
  503: "Temporarily unavailable; see `Retry-After` if present.",
} as const satisfies Record<number, string>;

type ProblemStatus = keyof typeof PROBLEMS;

/** The error statuses of an endpoint, by its contract. 500 is not listed: it is always a defect. */
export function problemsOf(endpoint: Endpoint): ProblemStatus[] {
  const { access, body, query, bySecret } = endpoint;
  if (access === "public" && !body && !query) return [503];
  return [
    ...(body || query ? [400 as const] : []),
    401,
    ...(access === "session" ? [403 as const, 404 as const] : []),
    ...(bySecret ? [404 as const] : []),
    409,
    ...(body ? [413 as const, 415 as const] : []),
    422,
    429,
    ...(access === "session" ? [502 as const] : []),
    503,
  ];
}
