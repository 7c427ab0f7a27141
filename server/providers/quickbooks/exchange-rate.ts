import { z } from "zod";
import { minorDigits } from "@/lib/money";
import { ProviderError } from "@/server/providers/errors";
import { parseReply } from "@/server/providers/parse";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { exchangeRate as rateSchema } from "@/server/providers/quickbooks/schemas";

/** Our code, since QuickBooks answers as for any unknown object. */
const NO_RATE = "no_exchange_rate";

const envelope = z.object({ ExchangeRate: rateSchema });

/**
 * What one unit of a currency is worth in the books' home currency on a day. QuickBooks takes 1 where a
 * transaction names no rate.
 * @throws ProviderError "rejected" with code `no_exchange_rate` where the books have none.
 */
export async function exchangeRate(
  api: QuickBooksApi,
  store: Store,
  { currency, date }: { currency: string; date: string },
): Promise<number> {
  const options = { sourcecurrencycode: currency, asofdate: date };
  const none = (error?: ProviderError) =>
    new ProviderError("quickbooks", "rejected", `exchange rate: none for ${currency} on ${date}`, {
      code: NO_RATE,
      words: error?.detail.words,
    });
  try {
    const reply = await api.read(store, "exchange rate", (sdk, done) =>
      sdk.getExchangeRate(options, done),
    );
    const { Rate } = parseReply("quickbooks", "exchange rate", envelope, reply).ExchangeRate;
    if (!Rate || Rate <= 0) throw none();
    return Rate;
  } catch (error) {
    const isUnknown =
      error instanceof ProviderError &&
      (error.failure === "not_found" || error.failure === "rejected");
    throw isUnknown ? none(error) : error;
  }
}

/** An amount in another currency's minor units, which need not be a whole number. */
export function atRate(
  amount: number,
  { rate, from, to }: { rate: number; from: string; to: string },
): number {
  return amount * rate * 10 ** (minorDigits(to) - minorDigits(from));
}
