import { z } from "zod";
import {
  type AuthorizeNetCall,
  type AuthorizeNetConfig,
  type AuthorizeNetCredentials,
  authorizeNetCredentials,
  createAuthorizeNetCall,
} from "@/server/providers/authorizenet/client";
import type { CredentialStore } from "@/server/providers/credential-store";
import type { ProviderError } from "@/server/providers/errors";
import { parseCredentials, parseReply } from "@/server/providers/parse";
import type { KeyConnect, PaymentSource, Provider } from "@/server/providers/types";
import { severalCurrencies } from "./errors";
import { readLines, readReturned } from "./lines";
import { linePaidBy, type MerchantFacts, toPayout } from "./mapper";
import { authenticateTest, merchantDetails, settledBatchList } from "./requests";
import {
  batchList,
  batch as batchSchema,
  type Merchant,
  merchant as merchantSchema,
} from "./schemas";

/** Authorize.Net as a payment source, reached through its own SDK. */
export function createAuthorizeNetProvider(config: AuthorizeNetConfig) {
  return {
    id: "authorizenet",
    keyConnect: createAuthorizeNetConnect(config),
    source: createAuthorizeNetSource(config),
  } satisfies Provider;
}

/**
 * Connects with `secrets.login_id` and `secrets.transaction_key`. Also reads batches, so that an account
 * without the Transaction Details API is refused here and not by the next sync.
 */
function createAuthorizeNetConnect(config: AuthorizeNetConfig): KeyConnect {
  return {
    kind: "key",
    explain: explainKeys,
    async connect(secrets) {
      const credentials: AuthorizeNetCredentials = {
        loginId: secrets.login_id ?? "",
        transactionKey: secrets.transaction_key ?? "",
      };
      const call = createAuthorizeNetCall(config, credentials);
      await call(authenticateTest, z.object({}));
      const merchant = await readMerchant(call);
      await call(settledBatchList, batchList);
      const isTestHost = new URL(config.apiUrl).hostname.startsWith("apitest.");
      return {
        externalAccountId: credentials.loginId,
        displayName: merchant.merchantName || credentials.loginId,
        livemode: !isTestHost && !merchant.isTestMode,
        currency: merchant.currency,
        credentials,
      };
    },
  };
}

/** Why Authorize.Net refuses login id and key, in words for the user; undefined for other causes. */
function explainKeys({ failure, detail }: ProviderError): string | undefined {
  if (detail.code === "several_currencies") {
    return "This Authorize.Net account settles in several currencies without saying which batch is in which. Such accounts can't be connected.";
  }
  if (detail.missingPermission) {
    return `${detail.missingPermission} is turned off for this account. Turn it on in Authorize.Net under Account → Settings → ${detail.missingPermission}, then connect again.`;
  }
  if (failure !== "unauthorized" && failure !== "rejected") return undefined;
  return "Authorize.Net doesn't accept this login ID and transaction key. Copy both again from Account → Settings → API Credentials & Keys.";
}

/**
 * Settled batches as payouts. Authorize.Net sees neither the bank nor the acquirer, so a batch is gross,
 * and the caller predicts the acquirer's fees.
 */
function createAuthorizeNetSource(config: AuthorizeNetConfig): PaymentSource {
  const open = async (store: CredentialStore<unknown>) =>
    createAuthorizeNetCall(
      config,
      parseCredentials("authorizenet", authorizeNetCredentials, await store.current()),
    );
  return {
    async *payouts(credentials, since) {
      const call = await open(credentials);
      const merchant = await readMerchant(call);
      for (const window of windowsBack(new Date(), since)) {
        const { batchList: batches } = await call(() => settledBatchList(window), batchList);
        yield batches
          .map((batch) => toPayout(batch, merchant))
          .sort((a, b) => Number(b.providerId) - Number(a.providerId));
      }
    },
    async lines(credentials, payout, { timeZone }) {
      const call = await open(credentials);
      const batch = parseReply("authorizenet", "kept batch", batchSchema, payout.raw);
      // Only for transactions without a local time: then the company's day is the nearest to the merchant's.
      const merchant = { currency: payout.currency, timeZone };
      return readLines(call, batch, { merchant, date: payout.date });
    },
    async returned(credentials, raw) {
      const call = await open(credentials);
      return readReturned(call, parseReply("authorizenet", "kept batch", batchSchema, raw).batchId);
    },
    linePaidBy,
  };
}

const DAY_MS = 86_400_000;

/** Authorize.Net accepts at most 31 days; one day less allows for its own time zone. */
const WINDOW_MS = 30 * DAY_MS;

/** How far back the first sync reads. */
const FIRST_SYNC_MS = 2 * 365 * DAY_MS;

/**
 * The time from `since` (unix seconds; absent or too old: the first sync's range) to `now`, in windows
 * that Authorize.Net accepts, newest first. Neighbouring windows share their boundary.
 */
export function windowsBack(now: Date, since?: number): { from: Date; to: Date }[] {
  const end = now.getTime();
  const begin = Math.max((since ?? 0) * 1000, end - FIRST_SYNC_MS);
  const windows: { from: Date; to: Date }[] = [];
  for (let to = end; to > begin; to -= WINDOW_MS) {
    windows.push({ from: new Date(Math.max(begin, to - WINDOW_MS)), to: new Date(to) });
  }
  return windows;
}

// Authorize.Net started as a US service; it names the currency of every account opened since.
const DEFAULT_CURRENCY = "USD";
const DEFAULT_TIME_ZONE = "America/Los_Angeles";

/** The account behind the credentials. @throws ProviderError when it settles in several currencies. */
async function readMerchant(call: AuthorizeNetCall): Promise<Merchant & MerchantFacts> {
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
