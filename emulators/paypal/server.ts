import type { Call } from "../http/call";
import { json, type Reply } from "../http/reply";
import { listBalances } from "./balances";
import { PayPalRefusal, refusalFor, refusalReply } from "./errors";
import { searchTransactions } from "./search";
import type { PayPalState } from "./state";
import { issueToken, refusedAccess } from "./tokens";

type Report = (call: Call, account: PayPalState) => object;

const REPORTS: Record<string, Report> = {
  "GET /v1/reporting/transactions": searchTransactions,
  "GET /v1/reporting/balances": ({ query }, account) => listBalances(query, account),
};

/** Answers one call to PayPal's REST API. */
export function handlePayPal(call: Call, account: PayPalState): Reply {
  const asked = `${call.method} ${call.path}`;
  if (asked === "POST /v1/oauth2/token") return issueToken(call, account);
  const report = REPORTS[asked];
  if (!report) return refusalReply(refusalFor(404));
  const refused = refusedAccess(call, account);
  if (refused) return refused;
  try {
    return json(200, report(call, account));
  } catch (error) {
    if (error instanceof PayPalRefusal) return refusalReply(error);
    throw error;
  }
}
