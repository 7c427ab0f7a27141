import { z } from "zod";
import {
  type AuthorizeNetConfig,
  type AuthorizeNetCredentials,
  callAuthorizeNet,
} from "@/server/providers/authorizenet/client";
import type { Connection, KeyConnect, Provider } from "@/server/providers/types";

const merchantDetails = z.object({
  merchantName: z.string().catch(""),
  isTestMode: z.union([z.boolean(), z.string().transform((text) => text === "true")]).catch(false),
  currencies: z.array(z.string().regex(/^[A-Z]{3}$/)).catch([]),
});

/** Authorize.Net by login id and transaction key. Its settled batches are not read yet. */
export function createAuthorizeNetProvider(config: AuthorizeNetConfig) {
  return {
    id: "authorizenet",
    name: "Authorize.Net",
    keyConnect: createConnect(config),
  } satisfies Provider;
}

/** Connects with `secrets.login_id` and `secrets.transaction_key`. */
function createConnect(config: AuthorizeNetConfig): KeyConnect {
  return {
    kind: "key",
    async connect(secrets): Promise<Connection> {
      const credentials: AuthorizeNetCredentials = {
        loginId: secrets.login_id ?? "",
        transactionKey: secrets.transaction_key ?? "",
      };
      await callAuthorizeNet(config, credentials, "authenticateTestRequest", z.object({}));
      const merchant = await callAuthorizeNet(
        config,
        credentials,
        "getMerchantDetailsRequest",
        merchantDetails,
      );
      const isTestHost = new URL(config.apiUrl).hostname.startsWith("apitest.");
      return {
        externalAccountId: credentials.loginId,
        displayName: merchant.merchantName || credentials.loginId,
        livemode: !isTestHost && !merchant.isTestMode,
        currency: merchant.currencies[0] ?? "USD",
        credentials,
      };
    },
  };
}
