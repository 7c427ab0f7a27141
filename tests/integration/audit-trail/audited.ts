import { expect } from "vitest";
import { adminDb } from "../../support/admin-db";
import { type Answer, call } from "../../support/client";

/** Endpoints that change no company's or person's data, with the reason. */
const NO_CHANGE: Record<string, string> = {
  "POST /user/send-otp/api/": "whether there is an account must not show, not even here",
  "POST /user/verify-otp/api/": "the code is an address', not yet an account's",
  "POST /qb/auto-match-all/": "only deposits change, each with a row of its own",
  "POST /qb/auto-match/": "as above: without an answer of the engine nothing changes",
  "POST /qb/preview-receipts/": "it shows what would be planned, and stores nothing",
  "POST /rules/preview/": "only looks",
  "POST /payout-files/preview/": "only looks",
  "POST /questions/read/": "only looks",
  "POST /invitations/read/": "only looks",
  "POST /companies/switch/": "what a session shows is its user's, and nothing of the books",
  "POST /companies/delete/": "the record goes with the company; seen in memberships.test.ts",
  "POST /notifications/read/": "what a person has seen is theirs, and nothing of the books",
  "POST /installation/test-mail/":
    "a mail to oneself; nothing is stored of it but when one was sent",
  "POST /user/delete/": "the record goes with the company; seen in delete-account.test.ts",
  "POST /user/login/exchange/api/": "seen in openid.test.ts, which has a provider to come from",
};

export const covered = new Set(Object.keys(NO_CHANGE));

/** Calls, requires success, and requires an audit row of this request that names the action. */
export async function audited(
  action: string,
  [method, path]: [string, string],
  token: string | undefined,
  body?: unknown,
): Promise<Answer["body"]> {
  covered.add(`${method} ${path}`);
  const answer = await call(method, path, { ...(token && { token }), body });
  await expectRow(action, answer);
  return answer.body;
}

export async function expectRow(action: string, { status, body, headers }: Answer): Promise<void> {
  expect(status, `${action}: ${JSON.stringify(body)}`).toBe(200);
  const requestId = headers.get("x-request-id");
  const rows = await adminDb().auditEvent.findMany({ where: { requestId } });
  expect(rows.map((row) => row.action)).toContain(action);
}
