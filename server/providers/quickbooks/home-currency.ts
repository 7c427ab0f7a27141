import { log } from "@/server/platform/logger";
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
 * The currency of amounts that state none: from the preferences or, where they definitely lack it, from
 * the company's edition.
 * @throws ProviderError when neither names it: a currency is never guessed.
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
    log().warn(
      { country, edition, error },
      "QuickBooks does not return its preferences; using the home currency of the country",
    );
    return edition;
  }
}
