import { sumMinor } from "@/lib/money";
import { balanceAt, isHold } from "./book";
import { invalid } from "./errors";
import { money } from "./present";
import { PAYPAL_ACCOUNT, type PayPalState, refreshedTo } from "./state";
import { readInstant, utc } from "./times";

const KNOWN = new Set(["as_of_time", "currency_code"]);

/**
 * `GET /v1/reporting/balances`: total = available + withheld, per currency, at an instant that is cut to what is known.
 * @throws PayPalRefusal for a query that the service refuses
 */
export function listBalances(query: URLSearchParams, account: PayPalState): object {
  const unknown = [...query.keys()].find((name) => !KNOWN.has(name));
  if (unknown) throw invalid(unknown, query.get(unknown), "Unknown query parameter");
  const wanted = query.get("currency_code") ?? "ALL";
  if (!/^[A-Z]{3}$/.test(wanted)) throw invalid("currency_code", wanted, "Not a currency code");
  const refreshed = refreshedTo(account);
  const asked = query.has("as_of_time")
    ? readInstant("as_of_time", query.get("as_of_time"))
    : refreshed;
  const at = Math.min(asked, refreshed);
  const held = [...new Set([account.primary, ...account.rows.map(({ currency }) => currency)])];
  const currencies = wanted === "ALL" ? held : held.filter((currency) => currency === wanted);
  return {
    balances: currencies.map((currency) => {
      const available = balanceAt(account, currency, at);
      const withheld = withheldAt(account, currency, at);
      return {
        currency,
        primary: currency === account.primary,
        total_balance: money(currency, available + withheld),
        available_balance: money(currency, available),
        withheld_balance: money(currency, withheld),
      };
    }),
    account_id: PAYPAL_ACCOUNT,
    as_of_time: utc(at),
    last_refresh_time: utc(refreshed),
  };
}

function withheldAt({ rows }: PayPalState, currency: string, at: number): number {
  const holds = rows.filter(
    (row) => row.currency === currency && isHold(row) && row.moved !== null && row.moved <= at,
  );
  return sumMinor(holds.map(({ amount }) => -amount));
}
