import { log } from "@/server/logger";
import { ProviderError } from "@/server/providers/errors";
import { parseReply } from "@/server/providers/parse";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { preferences } from "@/server/providers/quickbooks/schemas";

/** The editions of QuickBooks whose home currency is that of their country. */
const EDITIONS: Record<string, string> = {
  US: "USD",
  CA: "CAD",
  GB: "GBP",
  AU: "AUD",
  NZ: "NZD",
  IE: "EUR",
  FR: "EUR",
  SG: "SGD",
  ZA: "ZAR",
};

/**
 * The currency that amounts are in where none is stated: from the preferences, or, where QuickBooks
 * definitely has none to tell, that of the company's edition.
 * @throws ProviderError when neither tells: an amount without a currency is never guessed.
 */
export async function readHomeCurrency(
  api: QuickBooksApi,
  store: Store,
  country: string | null | undefined,
): Promise<string> {
  try {
    const reply = await api.read(store, "preferences", (sdk, done) => sdk.getPreferences(done));
    return parseReply("quickbooks", "preferences", preferences, reply).CurrencyPrefs.HomeCurrency
      .value;
  } catch (error) {
    const edition = EDITIONS[country?.toUpperCase() ?? ""];
    const definite =
      error instanceof ProviderError &&
      (error.failure === "not_found" || error.failure === "rejected");
    if (!definite || !edition) throw error;
    log().warn({ country, edition, error }, "QuickBooks tells no preferences");
    return edition;
  }
}
