import { isDeepStrictEqual } from "node:util";
import { log } from "@/server/platform/logger";
import { ProviderError } from "@/server/providers/errors";
import type { CompanyFacts } from "@/server/providers/ledger";
import { parseReply } from "@/server/providers/parse";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { hasAmericanTaxCodes } from "@/server/providers/quickbooks/lists";
import { companyInfo, preferences } from "@/server/providers/quickbooks/schemas";

const KEEP_MS = 10 * 60_000;

/** How a company keeps its books: kept for ten minutes, as it rarely changes and every write needs it. */
export interface CompanyFactsReader {
  read(store: Store): Promise<CompanyFacts>;
  kept(store: Store): Promise<CompanyFacts>;
  /** After a company was connected: the next call reads its facts again. */
  forget(realmId: string): void;
  /**
   * After a refused write: stale facts may be the cause, if tax or multicurrency was turned on since, or if another process
   * reconnected the company. Reads them again.
   * @returns the error, with `factsChanged` if the facts differ from those used.
   */
  explain(store: Store, used: CompanyFacts, error: unknown): Promise<unknown>;
}

export function createCompanyFacts(api: QuickBooksApi): CompanyFactsReader {
  const known = new Map<string, { facts: CompanyFacts; stated: string; until: number }>();
  const read = async (store: Store): Promise<CompanyFacts> => {
    const { realmId } = await api.credentials(store);
    // A company never moves to another country; one that states none is judged anew.
    const stated = known.get(realmId)?.stated || (await readCountry(api, store, realmId));
    const about = await readPreferences(api, store);
    const country = stated || (await deduceCountry(api, store));
    const facts = { country, ...about };
    known.set(realmId, { facts, stated, until: Date.now() + KEEP_MS });
    return facts;
  };
  return {
    read,
    async kept(store) {
      const { realmId } = await api.credentials(store);
      const last = known.get(realmId);
      return last && last.until > Date.now() ? last.facts : read(store);
    },
    forget: (realmId) => void known.delete(realmId),
    async explain(store, used, error) {
      known.delete((await api.credentials(store)).realmId);
      if (!(error instanceof ProviderError) || error.failure !== "rejected") return error;
      const now = await read(store).catch(() => used);
      if (isDeepStrictEqual(now, used)) return error;
      const { provider, failure, message, detail } = error;
      return new ProviderError(provider, failure, message, { ...detail, factsChanged: true });
    },
  };
}

async function readCountry(api: QuickBooksApi, store: Store, realmId: string): Promise<string> {
  const reply = await api.read(store, "company", (sdk, done) => sdk.getCompanyInfo(realmId, done));
  const { Country } = parseReply("quickbooks", "company", companyInfo, reply);
  return Country?.toUpperCase() ?? "";
}

/** Not one of ISO 3166's countries. */
const ELSEWHERE = "ZZ";

/**
 * The country where a company states none: what decides is which tax codes lines can have, and without any the home
 * currency. Its addresses are free text, and often lack the country.
 */
async function deduceCountry(api: QuickBooksApi, store: Store): Promise<string> {
  const { homeCurrency } = await api.credentials(store);
  const isAmerican = (await hasAmericanTaxCodes(api, store)) ?? homeCurrency === "USD";
  return isAmerican ? "US" : ELSEWHERE;
}

async function readPreferences(
  api: QuickBooksApi,
  store: Store,
): Promise<Omit<CompanyFacts, "country">> {
  try {
    const reply = await api.read(store, "preferences", (sdk, done) => sdk.getPreferences(done));
    const {
      CurrencyPrefs,
      AccountingInfoPrefs: accounting,
      TaxPrefs,
    } = parseReply("quickbooks", "preferences", preferences, reply);
    return {
      multicurrency: CurrencyPrefs.MultiCurrencyEnabled ?? false,
      closedUntil: accounting?.BookCloseDate ?? null,
      tracksClasses:
        (accounting?.ClassTrackingPerTxn || accounting?.ClassTrackingPerTxnLine) ?? false,
      tracksLocations: accounting?.TrackDepartments ?? false,
      chargesTax: TaxPrefs?.UsingSalesTax ?? false,
      shortCode: null,
    };
  } catch (error) {
    const definite =
      error instanceof ProviderError &&
      (error.failure === "not_found" || error.failure === "rejected");
    if (!definite) throw error;
    log().warn(
      { error },
      "QuickBooks does not return its preferences; it says itself what it refuses",
    );
    return {
      multicurrency: false,
      closedUntil: null,
      tracksClasses: false,
      tracksLocations: false,
      chargesTax: false,
      shortCode: null,
    };
  }
}
