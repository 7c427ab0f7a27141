import { createHash } from "node:crypto";
import { z } from "zod";
import { ProviderError } from "@/server/providers/errors";
import { parseCredentials, parseReply } from "@/server/providers/parse";
import {
  createStripeCall,
  type StripeCall,
  type StripeConfig,
  type StripePlatform,
} from "@/server/providers/stripe/client";
import {
  createStripeSource,
  LINE_EXPANSIONS,
  type StripeCredentials,
  stripeCredentials,
} from "@/server/providers/stripe/source";
import type { Connection, KeyConnect, Provider, RedirectConnect } from "@/server/providers/types";
import { account as accountSchema, listOf, payout as payoutSchema } from "./schemas";

/** Stripe as a payment source, through its own SDK. */
export function createStripeProvider(config: StripeConfig) {
  return {
    id: "stripe",
    keyConnect: createStripeConnect(config),
    ...(config.platform && { redirectConnect: createStripeOAuth(config, config.platform) }),
    source: createStripeSource(config),
  } satisfies Provider;
}

// Sufficient to read payouts. A broader scope would exclude accounts that another platform controls.
const SCOPE = "read_only";

const tokenReply = z.object({
  access_token: z.string().min(1),
  stripe_user_id: z.string().min(1),
  livemode: z.boolean(),
});

/** Stripe Connect's OAuth, for installations that are a Connect platform. */
function createStripeOAuth(config: StripeConfig, platform: StripePlatform): RedirectConnect {
  const { clientId, connectBase } = platform;
  // No retries: a code works once and would be refused the second time.
  const call = createStripeCall(
    { ...config, apiBase: connectBase, maxNetworkRetries: 0 },
    platform.secretKey,
  );
  return {
    kind: "redirect",
    explain: explainCode,
    // The SDK's own builder drops the port and protocol of an emulator.
    authorizationUrl(state, redirectUri) {
      const query = new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        scope: SCOPE,
        state,
        redirect_uri: redirectUri,
      });
      return `${connectBase}/oauth/authorize?${query}`;
    },
    async exchange({ code }) {
      const reply = await call("code exchange", (stripe) =>
        stripe.oauth.token({ grant_type: "authorization_code", code }),
      );
      const token = parseReply("stripe", "code exchange", tokenReply, reply);
      const connection = await openAccount(config, {
        secretKey: token.access_token,
        connectedAccountId: token.stripe_user_id,
      });
      return { ...connection, livemode: token.livemode };
    },
    async revoke(store) {
      const stored = parseCredentials("stripe", stripeCredentials, await store.current());
      const account = stored.connectedAccountId;
      if (account === undefined) return;
      await call("deauthorization", (stripe) =>
        stripe.oauth.deauthorize({ client_id: clientId, stripe_user_id: account }),
      );
    },
  };
}

/** Begins the id of an account that Stripe doesn't name. */
const KEY_ID = "key_";

const SECRET_OR_RESTRICTED = /^[sr]k_\w+$/;

/** Connects with a secret (`sk_…`) or a restricted (`rk_…`) key in `secrets.secret_key`. */
function createStripeConnect(config: StripeConfig): KeyConnect {
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
async function openAccount(
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

/** Why Stripe refuses a key, in words for the user; undefined for other causes. */
function explainKey({ failure, detail }: ProviderError): string | undefined {
  if (failure === "unauthorized" || failure === "rejected") {
    return "Stripe doesn't accept this key. Copy it again from Stripe's API keys page.";
  }
  if (failure !== "forbidden") return undefined;
  const { missingPermission, missingPermissions } = detail;
  const missing = missingPermissions ?? (missingPermission ? [missingPermission] : []);
  if (missing.length > 1) {
    return `This key lacks ${missing.length} permissions: ${missing.join(", ")}. Add them to the key in Stripe, then try again.`;
  }
  const permission = missing[0] ?? "read access to payouts and balance transactions";
  return `This key lacks a permission: ${permission}. Add it to the key in Stripe, then try again.`;
}

/** Why Stripe Connect refuses the code of the callback; undefined for other causes. */
function explainCode({ failure }: ProviderError): string | undefined {
  if (failure !== "rejected") return undefined;
  return "This connection request has expired. Please start again from Integrations.";
}
