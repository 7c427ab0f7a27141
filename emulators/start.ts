import { type CalendarDate, dateInZone } from "@/lib/dates";
import {
  authorizeNetErrorShape,
  authorizeNetOperation,
  handleAuthorizeNet,
} from "./authorizenet/server";
import { AUTHORIZENET_MERCHANT, AUTHORIZENET_PATH } from "./authorizenet/state";
import { handleControl } from "./control";
import type { Emulated } from "./emulated";
import { FaultPlan } from "./faults";
import { type Handler, type Listening, listen } from "./http/server";
import { payPalErrorShape } from "./paypal/errors";
import { PayPalLimits } from "./paypal/limits";
import { handlePayPal } from "./paypal/server";
import { PAYPAL_APP } from "./paypal/state";
import { revokeApp } from "./paypal/tokens";
import { type Provider, surrounded } from "./provider";
import { quickBooksErrorShape } from "./quickbooks/injected";
import { CallLimits } from "./quickbooks/limits";
import { handleQuickBooks } from "./quickbooks/server";
import { expireTokens, quickBooksOperation, type RefreshRotation } from "./quickbooks/tokens";
import { RequestLog } from "./request-log";
import { type Company, StateKeeper } from "./state";
import { unixDay } from "./stripe/book";
import { handleStripe, stripeErrorShape } from "./stripe/server";
import { STRIPE_CONNECT_CLIENT_ID, STRIPE_KEYS, STRIPE_WEBHOOK_SECRET } from "./stripe/state";
import { QUICKBOOKS_WEBHOOK_VERIFIER } from "./webhooks/quickbooks";
import { WebhookSender } from "./webhooks/sender";
import { xeroErrorShape } from "./xero/injected";
import { XeroLimits } from "./xero/limits";
import { handleXero } from "./xero/server";
import { expireTokens as expireXeroTokens, xeroOperation } from "./xero/tokens";

/** What has an address of its own: each provider, and the control address. */
export type Served = Emulated | "control";

export interface EmulatorOptions {
  /** 0 or absent: a free port. */
  ports?: Partial<Record<Served, number>>;
  host?: string;
  /** The same seed and `today` give the same company. */
  seed?: number;
  /** Stripe's clock stays there: what the product asks for since a moment is since that moment of that day. */
  today?: CalendarDate;
  company?: Company;
  /** The company also sells through PayPal: its account has rows, and the books have the customers' payments. */
  paypal?: boolean;
  /** It also has a till with Square: the books have its sales, and its report is among the files. */
  square?: boolean;
  /** File that stores the state and restores it on start; seed, today and company then come from the file. */
  stateFile?: string;
  /** Realm id of the QuickBooks company, for several emulators behind one product. */
  realmId?: string;
  /** What happens to an exchanged refresh token (default `grace`, as documented). */
  refreshRotation?: RefreshRotation;
  /** Enforce QuickBooks' limits (10 calls a second, 500 a minute) and answer 429 beyond them. */
  quickbooksLimits?: boolean;
  /** Enforce PayPal's limit of some 50 calls a minute, and answer 429 for five minutes beyond it. */
  paypalLimits?: boolean;
  /** Enforce Xero's limits (5 calls at once, 60 a minute, 5,000 a day) and answer 429 beyond them. */
  xeroLimits?: boolean;
}

export interface Emulators extends Record<Served, { url: string }> {
  credentials: {
    stripeSecretKey: string;
    /** The key that the company's owner pastes: a restricted one in the United Kingdom. */
    stripeOwnersKey: string;
    /** Another full key of the same account. */
    stripeSecondKey: string;
    /** A key that may not read customers. */
    stripeRestrictedKey: string;
    /** The full key of the company's other account. */
    stripeOtherKey: string;
    stripeConnectClientId: string;
    quickbooksClientId: string;
    quickbooksClientSecret: string;
    realmId: string;
    authorizenetLoginId: string;
    authorizenetTransactionKey: string;
    paypalClientId: string;
    paypalClientSecret: string;
    xeroClientId: string;
    xeroClientSecret: string;
    xeroTenantId: string;
  };
  /** Settings that point the product at the emulators instead of the providers. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Starts the providers' emulators and the control address. */
export async function startEmulators(options: EmulatorOptions = {}): Promise<Emulators> {
  const { host = "127.0.0.1", seed = 1, company = "sample", refreshRotation = "grace" } = options;
  const { paypal = false, square = false } = options;
  const today = options.today ?? dateInZone(new Date(), "UTC");
  const keeper = new StateKeeper({ seed, today, company, paypal, square }, options.stateFile);
  if (options.realmId) keeper.current.quickbooks.realmId = options.realmId;
  const faults = new FaultPlan();
  const log = new RequestLog();
  const webhooks = new WebhookSender();
  const limits = options.quickbooksLimits ? new CallLimits() : undefined;
  const paypalLimits = new PayPalLimits(options.paypalLimits ?? false);
  const xeroLimits = new XeroLimits(options.xeroLimits ?? false);
  const clockOffsetMs = () => keeper.current.quickbooks.clockOffsetMs ?? 0;
  const behind = () =>
    options.today ? Math.floor(Date.now() / 1000) - unixDay(keeper.current.today) : 0;
  const around = { faults, log, save: () => keeper.save(), clockOffsetMs };
  const emulators: Record<Emulated, Omit<Provider, "name">> = {
    stripe: {
      answer: (call) => handleStripe(call, keeper.current.stripe, keeper.current, behind()),
      errorShape: stripeErrorShape,
    },
    quickbooks: {
      answer: (call) =>
        limits?.refuse(call) ??
        handleQuickBooks(call, keeper.current.quickbooks, keeper.current, refreshRotation),
      errorShape: quickBooksErrorShape,
      operation: quickBooksOperation,
      revoke: () => expireTokens(keeper.current.quickbooks, true),
    },
    authorizenet: {
      answer: (call) => handleAuthorizeNet(call, keeper.current.authorizenet),
      errorShape: authorizeNetErrorShape,
      operation: authorizeNetOperation,
    },
    paypal: {
      answer: (call) =>
        paypalLimits.refuse(call, keeper.current.paypal) ??
        handlePayPal(call, keeper.current.paypal),
      errorShape: payPalErrorShape,
      revoke: () => revokeApp(keeper.current.paypal),
    },
    xero: {
      answer: (call) =>
        handleXero(call, keeper.current.xero, Date.now() + clockOffsetMs(), xeroLimits),
      errorShape: (...asked) => xeroErrorShape(keeper.current.xero, ...asked),
      operation: xeroOperation,
      revoke: () => expireXeroTokens(keeper.current.xero, true),
      finished: (call) => xeroLimits.finished(call),
    },
  };
  const listening: Listening[] = [];
  const close = async () => {
    faults.clear();
    await Promise.all(listening.map((server) => server.close()));
  };
  const open = async (served: Served, handler: Handler) => {
    const server = await listen(handler, options.ports?.[served] ?? 0, host);
    listening.push(server);
    return { url: server.url };
  };
  const openEmulator = (name: Emulated) =>
    open(name, surrounded({ name, ...emulators[name] }, around));
  try {
    const addresses = {
      stripe: await openEmulator("stripe"),
      quickbooks: await openEmulator("quickbooks"),
      authorizenet: await openEmulator("authorizenet"),
      paypal: await openEmulator("paypal"),
      xero: await openEmulator("xero"),
      control: await open("control", (call) => ({
        reply: handleControl(call, { keeper, faults, log, webhooks }),
      })),
    };
    const { clientId, clientSecret } = keeper.current.quickbooks;
    return {
      ...addresses,
      // Those of the company that is played now: a reset may change it.
      get credentials() {
        const { quickbooks, company: played } = keeper.current;
        return {
          stripeSecretKey: STRIPE_KEYS.secret,
          stripeOwnersKey: played === "uk" ? STRIPE_KEYS.restricted : STRIPE_KEYS.secret,
          stripeSecondKey: STRIPE_KEYS.secondSecret,
          stripeRestrictedKey: STRIPE_KEYS.restricted,
          stripeOtherKey: STRIPE_KEYS.otherAccount,
          stripeConnectClientId: STRIPE_CONNECT_CLIENT_ID,
          quickbooksClientId: quickbooks.clientId,
          quickbooksClientSecret: quickbooks.clientSecret,
          realmId: quickbooks.realmId,
          authorizenetLoginId: AUTHORIZENET_MERCHANT.loginId,
          authorizenetTransactionKey: AUTHORIZENET_MERCHANT.transactionKey,
          paypalClientId: PAYPAL_APP.clientId,
          paypalClientSecret: PAYPAL_APP.clientSecret,
          xeroClientId: keeper.current.xero.clientId,
          xeroClientSecret: keeper.current.xero.clientSecret,
          xeroTenantId: keeper.current.xero.tenantId,
        };
      },
      env: {
        ...environment(addresses.stripe.url, addresses.quickbooks.url, clientId, clientSecret),
        AUTHORIZENET_API_URL: `${addresses.authorizenet.url}${AUTHORIZENET_PATH}`,
        PAYPAL_API_BASE: addresses.paypal.url,
        PAYPAL_CLIENT_ID: PAYPAL_APP.clientId,
        PAYPAL_CLIENT_SECRET: PAYPAL_APP.clientSecret,
        ...xeroEnvironment(addresses.xero.url, keeper.current.xero),
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function environment(stripe: string, quickbooks: string, clientId: string, clientSecret: string) {
  return {
    STRIPE_API_BASE: stripe,
    STRIPE_CONNECT_BASE: stripe,
    STRIPE_CONNECT_CLIENT_ID,
    STRIPE_SECRET_KEY: STRIPE_KEYS.secret,
    STRIPE_WEBHOOK_SECRET,
    QUICKBOOKS_API_BASE: quickbooks,
    QUICKBOOKS_AUTHORIZE_URL: `${quickbooks}/connect/oauth2`,
    QUICKBOOKS_TOKEN_URL: `${quickbooks}/oauth2/v1/tokens/bearer`,
    QUICKBOOKS_REVOKE_URL: `${quickbooks}/v2/oauth2/tokens/revoke`,
    QUICKBOOKS_CLIENT_ID: clientId,
    QUICKBOOKS_CLIENT_SECRET: clientSecret,
    QUICKBOOKS_ENVIRONMENT: "sandbox",
    QUICKBOOKS_WEBHOOK_VERIFIER,
  };
}

function xeroEnvironment(xero: string, app: { clientId: string; clientSecret: string }) {
  return {
    XERO_API_BASE: xero,
    XERO_AUTHORIZE_URL: `${xero}/identity/connect/authorize`,
    XERO_TOKEN_URL: `${xero}/connect/token`,
    XERO_REVOKE_URL: `${xero}/connect/revocation`,
    XERO_CLIENT_ID: app.clientId,
    XERO_CLIENT_SECRET: app.clientSecret,
  };
}
