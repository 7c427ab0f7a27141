import { parseDecimal, sumMinor } from "@/lib/money";
import { ProviderError } from "@/server/providers/errors";
import type { PayPalCall } from "./client";
import { inSeconds } from "./read-transactions";
import type { RunningBalance } from "./running-balance";
import { balancesAnswer } from "./schemas";

/**
 * Proves transactions none of which names a balance, which PayPal's schema allows: what the account held before them, and
 * what it holds after them, differ by their sum.
 * @param span what the transactions were read of.
 * @returns the same, unproved, where they don't, or where PayPal doesn't say.
 */
export async function proveByTotals(
  call: PayPalCall,
  balance: RunningBalance,
  { from, until }: { from: Date; until: Date },
): Promise<RunningBalance> {
  const { currency, moves } = balance;
  if (moves.length === 0 || moves.some((row) => row.balance !== null)) return balance;
  const before = await totalAt(call, currency, new Date(from.getTime() - 1000));
  const after = await totalAt(call, currency, until);
  if (!after) return balance;
  // Where PayPal doesn't know that moment, an account that began with nothing still adds up.
  const opening = before && before.at < from ? before.total : 0;
  const proved = moves.findLastIndex(({ happenedAt }) => happenedAt <= after.at) + 1;
  const moved = sumMinor(moves.slice(0, proved).map(({ amount, fee }) => amount + fee));
  if (opening + moved !== after.total) return balance;
  return { ...balance, opening, proved };
}

/** What an account held of a currency, in minor units, and when: PayPal may know an earlier moment only. */
async function totalAt(
  call: PayPalCall,
  currency: string,
  asked: Date,
): Promise<{ total: number; at: Date } | null> {
  try {
    const query = { currency_code: currency, as_of_time: inSeconds(asked) };
    const answer = await call("balances", "/v1/reporting/balances", query, balancesAnswer);
    const own = answer.balances.find((each) => each.currency === currency);
    const held = own?.available_balance ?? own?.total_balance;
    const total = held ? parseDecimal(held.value, held.currency_code) : 0;
    return { total, at: answer.as_of_time ?? asked };
  } catch (error) {
    // The app may not read balances; the transactions stay unproved.
    if (error instanceof ProviderError && !error.retryable) return null;
    throw error;
  }
}
