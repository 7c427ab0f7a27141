import { createHash } from "node:crypto";
import type { z } from "zod";
import { ProviderError } from "@/server/providers/errors";
import { parseReply } from "@/server/providers/parse";
import {
  createStripeCall,
  type StripeCall,
  type StripeConfig,
} from "@/server/providers/stripe/client";
import { explainKey } from "@/server/providers/stripe/explain-connect";
import {
  account as accountSchema,
  listOf,
  payout as payoutSchema,
} from "@/server/providers/stripe/schemas";
import { LINE_EXPANSIONS, type StripeCredentials } from "@/server/providers/stripe/source";
import type { Connection, KeyConnect } from "@/server/providers/types";

/** Begins the id of an account that Stripe doesn't name. */
const KEY_ID = "key_";

const SECRET_OR_RESTRICTED = /^[sr]k_\w+$/;

/** Connects with a secret (`sk_…`) or a restricted (`rk_…`) key in `secrets.secret_key`. */
export function createStripeConnect(config: StripeConfig): KeyConnect {
  return {
    kind: "key",
    explain: explainKey,
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

/** Reads the account of a key, and checks that the key can read everything a sync needs. */
export async function openAccount(
  config: StripeConfig,
  credentials: StripeCredentials,
): Promise<Connection> {
  const call = createStripeCall(config, credentials.secretKey);
  const [known, currency] = await Promise.all([readAccount(call), checkPermissions(call)]);
  const livemode = credentials.secretKey.includes("_live_");
  if ("refusal" in known) {
    const id =
      credentials.connectedAccountId ??
      known.refusal.detail.account ??
      `${KEY_ID}${createHash("sha256").update(credentials.secretKey).digest("hex").slice(0, 24)}`;
    const isAnonymous = id.startsWith(KEY_ID);
    return {
      externalAccountId: id,
      ...(isAnonymous && { isAnonymous }),
      displayName: isAnonymous ? `Key …${credentials.secretKey.slice(-4)}` : id,
      ...{ livemode, currency, credentials },
    };
  }
  const { account } = known;
  return {
    externalAccountId: account.id,
    displayName:
      account.settings?.dashboard?.display_name ||
      account.business_profile?.name ||
      account.email ||
      account.id,
    livemode,
    currency: account.default_currency,
    credentials,
  };
}

/**
 * The account, or Stripe's refusal to show it: restricted keys are refused even with every permission that can be
 * chosen for them (github.com/stripe/stripe-node/issues/2246), and a sync doesn't need it. The refusal names the
 * account.
 */
async function readAccount(
  call: StripeCall,
): Promise<{ account: z.output<typeof accountSchema> } | { refusal: ProviderError }> {
  try {
    const reply = await call("account", (stripe) => stripe.accounts.retrieveCurrent());
    return { account: parseReply("stripe", "account", accountSchema, reply) };
  } catch (error) {
    if (isForbidden(error)) return { refusal: error };
    throw error;
  }
}

/**
 * Reads one row of everything that a sync reads, in parallel, so that a key without all permissions is refused
 * here, with the full list, and not by the next sync.
 * @returns the currency of a payout; null when there is none yet.
 * @throws ProviderError "forbidden" with `missingPermissions`; any other failure takes precedence.
 */
async function checkPermissions(call: StripeCall): Promise<string | null> {
  const one = { limit: 1 };
  const [payouts, ...probes] = await Promise.allSettled([
    call("payouts", (stripe) => stripe.payouts.list(one)),
    call("balance transactions", (stripe) => stripe.balanceTransactions.list(one)),
    call("charges", (stripe) => stripe.charges.list(one)),
    call("refunds", (stripe) => stripe.refunds.list(one)),
    call("disputes", (stripe) => stripe.disputes.list(one)),
    call("customers", (stripe) => stripe.customers.list(one)),
  ]);
  throwFirst([payouts, ...probes]);
  // Expanded as a sync does, because separate permissions may not allow the expanded request.
  await call("balance transactions with what moved them", (stripe) =>
    stripe.balanceTransactions.list({ ...one, expand: LINE_EXPANSIONS }),
  );
  const reply = payouts.status === "fulfilled" ? payouts.value : undefined;
  const [payout] = parseReply("stripe", "payouts", listOf(payoutSchema), reply).data;
  return payout?.currency ?? null;
}

function throwFirst(answers: readonly PromiseSettledResult<unknown>[]): void {
  const failures = answers.flatMap((answer) => (answer.status === "rejected" ? answer.reason : []));
  const other = failures.find((error) => !isForbidden(error));
  if (other) throw other;
  const [first] = failures.filter(isForbidden);
  if (!first) return;
  const missing = failures.flatMap((error) => (isForbidden(error) ? permissionOf(error) : []));
  const missingPermissions = [...new Set(missing)];
  throw new ProviderError("stripe", "forbidden", `the key lacks ${missingPermissions.join(", ")}`, {
    ...first.detail,
    missingPermissions,
  });
}

function isForbidden(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.failure === "forbidden";
}

function permissionOf(error: ProviderError): string[] {
  return error.detail.missingPermission ? [error.detail.missingPermission] : [];
}
