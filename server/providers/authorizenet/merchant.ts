import type { AuthorizeNetCall } from "@/server/providers/authorizenet/client";
import { severalCurrencies } from "@/server/providers/authorizenet/errors";
import type { MerchantFacts } from "@/server/providers/authorizenet/mapper";
import { merchantDetails } from "@/server/providers/authorizenet/requests";
import { type Merchant, merchant as merchantSchema } from "@/server/providers/authorizenet/schemas";

// Authorize.Net started as a US service; it names the currency of every account opened since.
const DEFAULT_CURRENCY = "USD";
const DEFAULT_TIME_ZONE = "America/Los_Angeles";

/** The account behind the credentials. @throws ProviderError when it settles in several currencies. */
export async function readMerchant(call: AuthorizeNetCall): Promise<Merchant & MerchantFacts> {
  const merchant = await call(merchantDetails, merchantSchema);
  const [currency = DEFAULT_CURRENCY, ...others] = new Set(merchant.currencies);
  if (others.length > 0) throw severalCurrencies(merchant.currencies);
  return { ...merchant, currency, timeZone: knownTimeZone(merchant.merchantTimeZone) };
}

/** Unknown names are dropped: every date conversion would throw on them. */
function knownTimeZone(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name || DEFAULT_TIME_ZONE }).resolvedOptions()
      .timeZone;
  } catch {
    return DEFAULT_TIME_ZONE;
  }
}
