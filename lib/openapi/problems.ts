import { PROBLEM_CODES, type ProblemCode, type ProblemStatus } from "@/lib/constants/problem-codes";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { conflictsOf } from "@/lib/contracts/idempotency";
import { HEADERS, header } from "@/lib/openapi/components";

/** Every error status and its meaning. */
export const PROBLEMS = {
  400: "The body isn't valid JSON, or a field, parameter or header is invalid; see `fields`.",
  401: "Not signed in: the token is missing, unknown, ended or expired, or the credentials are wrong.",
  403: "Signed in, but without the role for this, or not a member of the company.",
  404: "No such path or record. Records of other companies return 404.",
  405: "The path doesn't support this method; see `Allow`.",
  409: "Valid, but not possible in the current state.",
  413: "The body exceeds the endpoint's limit, usually 1 MB.",
  415: "The body isn't declared as application/json.",
  422: "Valid, but a value can't be used.",
  429: "Too often, or too many at once, as the endpoint's limits say; or QuickBooks' monthly reads are used up. See `Retry-After`.",
  500: "An error on our side, logged under `request_id`.",
  502: "A provider failed or rejected the request; the message says what to do.",
  503: "Temporarily unavailable; see `Retry-After` if present.",
} as const satisfies Record<ProblemStatus, string>;

/** The error statuses of an endpoint, by its contract. 500 is not listed: it is always a defect. */
export function problemsOf(endpoint: Endpoint): Exclude<ProblemStatus, 405 | 500>[] {
  const { access, body, query, bySecret } = endpoint;
  if (access === "public" && !body && !query) return [400, 503];
  return [
    400,
    401,
    ...(access === "session" ? [403 as const, 404 as const] : []),
    ...(bySecret ? [404 as const] : []),
    ...(conflictsOf(endpoint).length > 0 ? [409 as const] : []),
    ...(body ? [413 as const, 415 as const] : []),
    422,
    429,
    ...(access === "session" ? [502 as const] : []),
    503,
  ];
}

/** The error responses of an endpoint: shared ones, and its own conflicts. */
export function problemResponses(endpoint: Endpoint): Record<string, object> {
  const conflicts = conflictsOf(endpoint);
  return {
    ...Object.fromEntries(
      [...problemsOf(endpoint), 500 as const].map((status) => [
        String(status),
        { $ref: `#/components/responses/Problem${status}` },
      ]),
    ),
    ...(conflicts.length > 0 && { 409: problemResponse(409, conflicts) }),
  };
}

/** The shared responses, for `components`: without conflicts, which are each endpoint's own, and without 405, which no listed method has. */
export function sharedProblems(): Record<string, object> {
  const { 405: _methods, 409: _conflicts, ...listed } = PROBLEM_CODES;
  return Object.fromEntries(
    Object.entries(listed).map(([status, codes]) => {
      const each = Number(status) as ProblemStatus;
      return [`Problem${status}`, problemResponse(each, Object.keys(codes) as ProblemCode[])];
    }),
  );
}

const HEADERS_OF: Partial<Record<ProblemStatus, Parameters<typeof header>[0]>> = {
  401: "WWW-Authenticate",
  409: "Retry-After",
  429: "Retry-After",
  503: "Retry-After",
};

function problemResponse(status: ProblemStatus, codes: readonly ProblemCode[]): object {
  const meanings: Partial<Record<ProblemCode, string>> = PROBLEM_CODES[status];
  const listed = codes.map((code) => `- \`${code}\`: ${meanings[code]}`);
  const extra = HEADERS_OF[status];
  const schema = {
    allOf: [
      { $ref: "#/components/schemas/Problem" },
      { type: "object", properties: { code: { type: "string", enum: codes } } },
    ],
  };
  return {
    description: [PROBLEMS[status], "", ...listed].join("\n"),
    headers: {
      "X-Request-Id": header("X-Request-Id"),
      // A 429 always says how long to wait.
      ...(extra && {
        [extra]: status === 429 ? { ...HEADERS[extra], required: true } : header(extra),
      }),
    },
    content: { "application/json": { schema } },
  };
}
