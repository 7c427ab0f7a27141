import { ProviderError } from "@/server/providers/errors";
import { parseReply } from "@/server/providers/parse";
import {
  createStripeCall,
  type StripeCall,
  type StripeConfig,
} from "@/server/providers/stripe/client";
import { account as accountSchema } from "@/server/providers/stripe/schemas";
import { LINE_EXPANSIONS, type StripeCredentials } from "@/server/providers/stripe/source";
import type { Connection, KeyConnect } from "@/server/providers/types";

const SECRET_OR_RESTRICTED = /^[sr]k_\w+$/;

/** Connects with a secret (`sk_…`) or a restricted (`rk_…`) key in `secrets.secret_key`. */
export function createStripeConnect(config: StripeConfig): KeyConnect {
  return {
    kind: "key",
    async connect(secrets) {
      const secretKey = secrets.secret_key?.trim() ?? "";
      if (!SECRET_OR_RESTRICTED.test(secretKey)) {
        throw new ProviderError("stripe", "rejected", "a Stripe key begins with sk_ or rk_", {
          code: "not_a_secret_key",
        });
      }
      return openAccount(config, { secretKey });
    },
  };
}

/** Reads whose account a key opens, and that it may read all that a sync needs. */
export async function openAccount(
  config: StripeConfig,
  credentials: StripeCredentials,
): Promise<Connection> {
  const call = createStripeCall(config, credentials.secretKey);
  const reply = await call("account", (stripe) => stripe.accounts.retrieveCurrent());
  const account = parseReply("stripe", "account", accountSchema, reply);
  await demandPermissions(call);
  return {
    externalAccountId: account.id,
    displayName:
      account.settings?.dashboard?.display_name ||
      account.business_profile?.name ||
      account.email ||
      account.id,
    livemode: credentials.secretKey.includes("_live_"),
    currency: account.default_currency,
    credentials,
  };
}

// Asked for now, so that a key that lacks something is refused here and not in tonight's sync.
async function demandPermissions(call: StripeCall): Promise<void> {
  await call("payouts", (stripe) => stripe.payouts.list({ limit: 1 }));
  await call("balance transactions", (stripe) =>
    stripe.balanceTransactions.list({ limit: 1, expand: LINE_EXPANSIONS }),
  );
}
