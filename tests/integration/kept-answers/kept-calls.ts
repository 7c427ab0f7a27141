import { companyVerbs } from "@/app/api/verbs/company";
import { depositsVerbs } from "@/app/api/verbs/deposits";
import { peopleVerbs } from "@/app/api/verbs/people";
import { endpoints } from "@/lib/contracts/registry";
import type { Handler } from "@/server/http/route";
import { mintCompanyId } from "@/server/platform/company-id";
import { handlerOf } from "../../support/client";

export const KEPT_ENDPOINTS = endpoints.filter(({ kept }) => kept !== undefined);

const VERBS: Record<string, unknown> = { ...companyVerbs, ...depositsVerbs, ...peopleVerbs };

/** Calls of each endpoint with `kept`, of the list with each part that its statement may have. */
export function keptCalls(depositId: number): string[] {
  const list = [
    ...["", "?page=1&page_size=50", "?page=1&totals=yes&status=pending", "?status=suggested"],
    ...["no", "failed", "ready", "already"].map((posted) => `?posted=${posted}`),
    ...["?has=refund", "?has=dispute", "?currency=usd&totals=yes", "?source=stripe"],
    ...["?q=Ada", "?q=100.00&page=1&totals=yes", "?q=11-12", "?from=2026-01-01&to=2026-12-31"],
    ...["?sort=updated", "?sort=-quickbooks_id"],
  ];
  return [
    ...list.map((query) => `/qb/deposit-status/${query}`),
    `/qb/deposit/?deposit_id=${depositId}`,
    "/qb/suggestions/",
    "/qb/queue/",
    "/qb/queue/?limit=200",
    "/qb/lingering-payments/",
    "/qb/lingering-payments/?cause=unknown&page=1",
    "/user/dashboard-status/api/",
    "/summary/",
    "/dashboard/trend/?unit=month",
  ];
}

/** @returns the answer to a GET of a path below /api, its body as text */
export async function ask(path: string, token: string, headers: Record<string, string> = {}) {
  const url = new URL(`/api${path}`, "http://localhost:3000");
  const handler = await handlerOf("GET", url.pathname);
  const answer = await handler(new Request(url, { headers: { authorization: token, ...headers } }));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The text that the verb gives now, asked without anything in between that could keep it. */
export async function workedOut(
  path: string,
  caller: { userId: number; companyId: string },
): Promise<string> {
  const url = new URL(path, "http://localhost");
  const endpoint = KEPT_ENDPOINTS.find((each) => each.path === url.pathname);
  if (!endpoint) throw new Error(`${url.pathname} isn't kept`);
  const verb = VERBS[`GET ${endpoint.path}`] as Handler<typeof endpoint>;
  const session = {
    ...{ requestId: "test", ipAddress: "", userAgent: "", sessionId: "" },
    ...{ role: "owner" as const, userId: caller.userId },
    companyId: mintCompanyId(caller.companyId),
  };
  const query = endpoint.query?.parse(Object.fromEntries(url.searchParams));
  return JSON.stringify(endpoint.response.parse(await verb(session, { query, body: undefined })));
}
