import type { Endpoint } from "@/lib/contracts/endpoint";

/** Every status that an answer other than success can have, and what it means here. */
export const PROBLEMS = {
  400: "The input is not valid JSON, or a field is wrong; `fields` says which and why.",
  401: "No session: the token is missing, unknown, ended or expired, or the sign-in is refused.",
  403: "Signed in, but this is not yours to do.",
  404: "There is no such path or row. Another company's row is none.",
  405: "The path has other methods; `Allow` names them.",
  409: "Well formed, but the present state does not allow it.",
  413: "The body is larger than the endpoint takes, mostly 1 MB.",
  415: "The body is not declared as application/json.",
  422: "Well formed, but a value can't be used.",
  429: "Too many tries; `Retry-After` says when to come back.",
  500: "An error of ours. It is logged under `request_id`.",
  502: "A provider failed or refused; the message says what to do.",
  503: "Not able to serve at the moment; `Retry-After`, where there is one, says when to come back.",
} as const satisfies Record<number, string>;

export type ProblemStatus = keyof typeof PROBLEMS;

/** Which of them an endpoint can answer, by its contract. 500 is nowhere: it is always a defect. */
export function problemsOf(endpoint: Endpoint): ProblemStatus[] {
  const { access, body, query } = endpoint;
  if (access === "public" && !body && !query) return [503];
  return [
    ...(body || query ? [400 as const] : []),
    401,
    ...(access === "session" ? [403 as const, 404 as const] : []),
    409,
    ...(body ? [413 as const, 415 as const] : []),
    422,
    429,
    ...(access === "session" ? [502 as const] : []),
    503,
  ];
}
