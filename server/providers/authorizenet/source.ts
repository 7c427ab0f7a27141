import {
  type AuthorizeNetConfig,
  authorizeNetCredentials,
  createAuthorizeNetCall,
} from "@/server/providers/authorizenet/client";
import { readLines, readReturned } from "@/server/providers/authorizenet/lines";
import { toPayout } from "@/server/providers/authorizenet/mapper";
import { readMerchant } from "@/server/providers/authorizenet/merchant";
import { settledBatchList } from "@/server/providers/authorizenet/requests";
import { batchList, batch as batchSchema } from "@/server/providers/authorizenet/schemas";
import { windowsBack } from "@/server/providers/authorizenet/windows";
import type { CredentialStore } from "@/server/providers/credential-store";
import { parseCredentials, parseReply } from "@/server/providers/parse";
import type { PaymentSource } from "@/server/providers/types";

/**
 * Settled batches as payouts. Authorize.Net sees neither the bank nor the acquirer, so a batch is gross,
 * and the caller predicts the acquirer's fees.
 */
export function createAuthorizeNetSource(config: AuthorizeNetConfig): PaymentSource {
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
    async lines(credentials, payout) {
      const call = await open(credentials);
      const batch = parseReply("authorizenet", "kept batch", batchSchema, payout.raw);
      const merchant = { currency: payout.currency, timeZone: "UTC" };
      return readLines(call, batch, { merchant, date: payout.date });
    },
    async returned(credentials, raw) {
      const call = await open(credentials);
      return readReturned(call, parseReply("authorizenet", "kept batch", batchSchema, raw).batchId);
    },
  };
}
