import type { CompanyPlace } from "@/lib/country-habits";
import { log } from "@/server/platform/logger";
import type { Reader } from "@/server/providers/credential-store";
import { ProviderError } from "@/server/providers/errors";
import { parseReply } from "@/server/providers/parse";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import type { CompanyFactsReader } from "@/server/providers/quickbooks/company-facts";
import type { QuickBooksConfig } from "@/server/providers/quickbooks/config";
import {
  type QuickBooksCredentials,
  quickBooksCredentials,
  readCredentials,
} from "@/server/providers/quickbooks/credentials";
import { companyInfo, preferences } from "@/server/providers/quickbooks/schemas";
import type { TokenService } from "@/server/providers/quickbooks/tokens";
import type { RedirectConnect } from "@/server/providers/types";

/** Intuit takes no localhost and no IP address for production keys (developer.intuit.com, "Set redirect URIs"). */
const DOMAIN = /\.[a-z][a-z\d-]*[a-z\d]$/i;

export function createQuickBooksConnect(
  config: QuickBooksConfig,
  tokenService: TokenService,
  api: QuickBooksApi,
  companyFacts: Pick<CompanyFactsReader, "forget">,
): RedirectConnect {
  return {
    kind: "redirect",
    authorizationUrl: tokenService.authorizationUrl,
    refusesAddress(redirectUri) {
      const { origin, protocol, hostname } = new URL(redirectUri);
      const isPublic = protocol === "https:" && DOMAIN.test(hostname);
      if (config.environment === "sandbox" || isPublic) return undefined;
      return `QuickBooks' production keys need an https address on a domain of your own, and this installation is at ${origin}. Its operator has to set APP_URL, or use sandbox keys with QUICKBOOKS_ENVIRONMENT=sandbox.`;
    },
    async exchange({ code, realmId, redirectUri, reader }) {
      const company = demandRealm(realmId);
      companyFacts.forget(company);
      const tokens = await tokenService.exchangeCode(code, redirectUri);
      const credentials = { ...tokens, realmId: company, homeCurrency: "" };
      const about = await readCompany(api, credentials, reader);
      return {
        externalAccountId: company,
        displayName: about.name || company,
        livemode: config.environment === "production",
        currency: about.currency,
        place: about.place,
        credentials: { ...credentials, homeCurrency: about.currency },
      };
    },
    async revoke(credentials) {
      const { refreshToken } = readCredentials(await credentials.current());
      await tokenService.revoke(refreshToken);
    },
  };
}

// Validated, because it comes through the browser and becomes part of an address.
function demandRealm(realmId: string | undefined): string {
  const parsed = quickBooksCredentials.shape.realmId.safeParse(realmId);
  if (parsed.success) return parsed.data;
  throw new ProviderError("quickbooks", "rejected", "the callback names no company", {
    code: "realm_missing",
  });
}

async function readCompany(
  api: QuickBooksApi,
  credentials: QuickBooksCredentials,
  reader: Reader,
): Promise<{ name: string; currency: string; place: CompanyPlace }> {
  const store = { ...justIssued(credentials), reader };
  const { realmId } = credentials;
  const info = parseReply(
    "quickbooks",
    "company",
    companyInfo,
    await api.read(store, "company", (sdk, done) => sdk.getCompanyInfo(realmId, done)),
  );
  const currency = await readHomeCurrency(api, store, info.Country);
  const { Country, CompanyAddr, LegalAddr, DefaultTimeZone } = info;
  const place = {
    country: Country?.toUpperCase() ?? "",
    region: CompanyAddr?.CountrySubDivisionCode || LegalAddr?.CountrySubDivisionCode || "",
    timeZone: DefaultTimeZone ?? "",
  };
  return { name: info.CompanyName ?? "", currency, place };
}

/** Tokens that were just issued and are not stored yet, so a refusal is final. */
function justIssued(credentials: QuickBooksCredentials): Store {
  return {
    current: async () => credentials,
    renew: async () => {
      throw new ProviderError("quickbooks", "unauthorized", "the new token is refused");
    },
  };
}

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
async function readHomeCurrency(
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
