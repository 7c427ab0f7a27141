import { PROBLEM_CODES, type ProblemCode, type ProblemStatus } from "@/lib/constants/problem-codes";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { problemsByStatus } from "@/lib/contracts/problems";
import { endpoints } from "@/lib/contracts/registry";
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

/** What most endpoints that have a status can say with it: stated once, and referred to. */
const USUAL = usualCodes();

function usualCodes(): Map<ProblemStatus, readonly ProblemCode[]> {
  const sets = new Map<ProblemStatus, Map<string, { codes: ProblemCode[]; times: number }>>();
  for (const endpoint of endpoints) {
    for (const [status, codes] of problemsByStatus(endpoint)) {
      const ofStatus = sets.get(status) ?? new Map();
      const times = ofStatus.get(`${codes}`)?.times ?? 0;
      sets.set(status, ofStatus.set(`${codes}`, { codes, times: times + 1 }));
    }
  }
  const most = [...sets].map(([status, ofStatus]) => {
    const [first] = [...ofStatus.values()].toSorted((x, y) => y.times - x.times);
    return [status, first?.codes ?? []] as const;
  });
  return new Map([...most, [500, ["internal"]]]);
}

/** The error responses of an endpoint. */
export function problemResponses(endpoint: Endpoint): Record<string, object> {
  const own = [...problemsByStatus(endpoint)].map(([status, codes]) => [
    status,
    `${codes}` === `${USUAL.get(status)}` ? shared(status) : problemResponse(status, codes),
  ]);
  return Object.fromEntries([...own, [500, shared(500)]]);
}

const shared = (status: ProblemStatus) => ({ $ref: `#/components/responses/Problem${status}` });

/** The shared responses, for `components`. */
export function sharedProblems(): Record<string, object> {
  return Object.fromEntries(
    [...USUAL].map(([status, codes]) => [`Problem${status}`, problemResponse(status, codes)]),
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
