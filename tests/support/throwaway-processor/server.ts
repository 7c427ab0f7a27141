import { bearerToken, type Call } from "@/emulators/http/call";
import { json, type Reply } from "@/emulators/http/reply";
import { type Listening, listen } from "@/emulators/http/server";

export const API_KEY = "key_of_a_test";
export const PAYOUT = { id: "po_throwaway", amount: 11_640, currency: "USD" };
/** What customers paid, gross, and what the processor kept of it. Minor units. */
export const SALES = [
  { customer: "Ada Lovelace", gross: 7_500, fee: 248 },
  { customer: "Mary Somerville", gross: 4_500, fee: 112 },
] as const;

/** Emulates the processor: one account, one payout of two charges, dated `date`. */
export function startThrowawayServer(date: string): Promise<Listening> {
  return listen((call) => ({ reply: answer(call, date) }), 0, "127.0.0.1");
}

function answer(call: Call, date: string): Reply {
  if (bearerToken(call) !== API_KEY) return json(401, {});
  switch (call.path) {
    case "/account":
      return json(200, { id: "acct_throwaway", name: "Lovelace Books", currency: "USD" });
    case "/payouts":
      return json(200, [{ ...PAYOUT, date }]);
    case `/payouts/${PAYOUT.id}/lines`:
      return json(
        200,
        SALES.map((sale, index) => ({ id: `ch_${index}`, date, kind: "charge", ...sale })),
      );
    default:
      return json(404, {});
  }
}
