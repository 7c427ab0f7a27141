import { z } from "zod";
import {
  type AuthorizeNetConfig,
  type AuthorizeNetCredentials,
  createAuthorizeNetCall,
} from "@/server/providers/authorizenet/client";
import { explainKeys } from "@/server/providers/authorizenet/explain-connect";
import { readMerchant } from "@/server/providers/authorizenet/merchant";
import { authenticateTest, settledBatchList } from "@/server/providers/authorizenet/requests";
import { batchList } from "@/server/providers/authorizenet/schemas";
import type { KeyConnect } from "@/server/providers/types";

/**
 * Connects with `secrets.login_id` and `secrets.transaction_key`. Also reads batches, so that an account
 * without the Transaction Details API is refused here and not by the next sync.
 */
export function createAuthorizeNetConnect(config: AuthorizeNetConfig): KeyConnect {
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
