import type { AccountKind } from "@/lib/constants/bookings";
import { accountList, accountSettings, saveAccountSetting } from "@/lib/contracts/bookings";
import { integrationList } from "@/lib/contracts/integrations";
import { bankSettings, saveBankSetting } from "@/lib/contracts/line-settings";
import { providerEndpoints } from "@/lib/contracts/providers";
import { BOOKING_WORDS } from "@/lib/line-bookings";
import {
  BY_FILE,
  type ConnectableId,
  connectable,
  LEDGER,
  sourceProviders,
} from "@/lib/providers/list";
import type { Emulators } from "../product/emulators";
import type { Call } from "./api";
import { importFiles } from "./import-files";

const { stripe, authorizenet, paypal, quickbooks, xero } = providerEndpoints;

/** Before the sample begins. Without a date, a further source would post automatically only from this month on. */
const FROM_FIRST = "2020-01-01";

const SAMPLE_RATE = {
  discount_percent: "2.90",
  discount_fixed: "0.30",
  discount_timing: "daily",
} as const;

const SAMPLE_ACCOUNTS: Record<AccountKind | "fee", string> = {
  fee: "Merchant Processing Fees",
  refund: "Refunds and Allowances",
  dispute: "Chargebacks",
  dispute_fee: "Bank Charges",
  adjustment: "Bank Charges",
  bill: "Bank Charges",
  reserve: "Stripe Reserve",
  transfer: "Savings",
};

type Settings = Awaited<ReturnType<typeof listConnected>> extends Map<unknown, infer S> ? S : never;

/** What the sample's processors are connected with. */
type Credentials = Pick<
  Emulators["credentials"],
  | "stripeOwnersKey"
  | "authorizenetLoginId"
  | "authorizenetTransactionKey"
  | "paypalClientId"
  | "paypalClientSecret"
>;

/** How the demo connects each provider, and what it then chooses for it unless that is chosen already. */
interface Steps {
  connect: (call: Call, credentials: Credentials) => Promise<unknown>;
  choose: (call: Call, chosen: Settings | undefined) => Promise<void>;
}

const STEPS: Record<ConnectableId, Steps> = {
  quickbooks: {
    connect: connectQuickBooks,
    choose: async (call, chosen) => {
      if (!chosen?.default_bank) await chooseBanks(call, quickbooks);
    },
  },
  xero: {
    connect: connectXero,
    choose: async (call, chosen) => {
      if (!chosen?.default_bank) await chooseBanks(call, xero);
    },
  },
  stripe: {
    connect: (call, { stripeOwnersKey }) =>
      call(stripe.connectByKey, { body: { secret_key: stripeOwnersKey, start_date: FROM_FIRST } }),
    choose: async (call, chosen) => {
      if (!chosen?.id) await chooseFeeAccount(call, stripe.saveCategory);
    },
  },
  authorizenet: {
    connect: (call, { authorizenetLoginId, authorizenetTransactionKey }) =>
      call(authorizenet.connectByKey, {
        body: {
          login_id: authorizenetLoginId,
          transcation_key: authorizenetTransactionKey,
          start_date: FROM_FIRST,
        },
      }),
    choose: async (call, chosen) => {
      if (chosen?.id) return;
      // Set the rate first: choosing the category posts matched batches.
      await call(authorizenet.saveDiscount, { body: SAMPLE_RATE });
      await chooseFeeAccount(call, authorizenet.saveCategory);
    },
  },
  paypal: {
    connect: (call, { paypalClientId, paypalClientSecret }) =>
      call(paypal.connectByKey, {
        body: {
          client_id: paypalClientId,
          client_secret: paypalClientSecret,
          start_date: FROM_FIRST,
        },
      }),
    choose: async (call, chosen) => {
      if (!chosen?.id) await chooseFeeAccount(call, paypal.saveCategory);
    },
  },
};

/**
 * Connects the sample company to every provider, QuickBooks first because the accounts are there, imports what its other processors export (given the emulators' control address), and chooses
 * the bank account, the accounts of fees and of all else that QuickBooks does not know, and the discount rate. Skips what is already connected, imported or chosen.
 */
export async function connectProviders(
  call: Call,
  emulators: { credentials: Credentials; control?: Emulators["control"] },
): Promise<void> {
  const ids: ConnectableId[] = [LEDGER, ...sourceProviders().map(({ id }) => id)];
  const connected = await listConnected(call);
  for (const id of ids) {
    if (!connected.has(connectable(id).wire)) await STEPS[id].connect(call, emulators.credentials);
  }
  if (emulators.control) await importFiles(call, emulators.control);
  const chosen = await listConnected(call);
  for (const id of ids) await STEPS[id].choose(call, chosen.get(connectable(id).wire));
  await chooseAccounts(call);
}

/**
 * Chooses where each kind of line is booked that QuickBooks has no payment for: "PayPal Reserve" for PayPal's reserves. Chosen before the first match, so
 * that the sample shows a set-up company; a kind without an account would be asked for on each deposit.
 */
async function chooseAccounts(call: Call): Promise<void> {
  const { accounts } = await call(accountList);
  const { sources } = await call(accountSettings);
  const named = (name: string) => accounts.find(({ Name }) => Name === name);
  for (const { integration_type, connection_id, name, accounts: kinds } of sources) {
    const isFile = integration_type === BY_FILE;
    for (const { kind, account } of kinds) {
      if (account || (kind === "fee" && !isFile)) continue;
      const own = kind === "fee" ? undefined : named(`${name} ${BOOKING_WORDS[kind].one}`);
      const chosen = own ?? named(SAMPLE_ACCOUNTS[kind]);
      if (!chosen) throw new Error(`The sample company has no account ${SAMPLE_ACCOUNTS[kind]}.`);
      await call(saveAccountSetting, {
        body: {
          ...{ integration_type, kind, account_id: chosen.Id },
          ...(isFile && { connection_id }),
        },
      });
    }
  }
}

/** The settings of each connected provider, by provider. */
async function listConnected(call: Call) {
  const { integrations } = await call(integrationList);
  const connected = integrations.filter(({ status }) => status === "connected");
  return new Map(connected.map((one) => [one.integration_type, one.meta_data]));
}

async function connectQuickBooks(call: Call): Promise<void> {
  const { authorization_url } = await call(quickbooks.startConnect);
  const callback = await giveConsent(authorization_url);
  const parameter = (name: string) => callback.searchParams.get(name) ?? "";
  await call(quickbooks.completeConnect, {
    body: { code: parameter("code"), realmId: parameter("realmId"), state: parameter("state") },
  });
}

async function connectXero(call: Call): Promise<void> {
  const { authorization_url } = await call(xero.startConnect);
  const callback = await giveConsent(authorization_url);
  const parameter = (name: string) => callback.searchParams.get(name) ?? "";
  await call(xero.completeConnect, {
    body: { code: parameter("code"), state: parameter("state") },
  });
}

/** Opens the consent page and presses Connect; returns the address it leads to. */
async function giveConsent(authorizationUrl: string): Promise<URL> {
  const page = await fetch(authorizationUrl);
  const html = await page.text();
  const tags = [...html.matchAll(/<(form|input|button)\b[^>]*>([^<]*)/gi)];
  const form = tags.find(([, name]) => name === "form");
  if (!form) throw new Error(`The consent page answered ${page.status} without a form.`);
  const sent = tags.filter(([, name, text]) => name === "input" || text === "Connect");
  const answer = await fetch(new URL(attribute(form[0], "action"), authorizationUrl), {
    method: "POST",
    body: new URLSearchParams(
      sent.map(([tag]) => [attribute(tag, "name"), attribute(tag, "value")]),
    ),
    redirect: "manual",
  });
  const location = answer.headers.get("location");
  if (!location) throw new Error(`The consent page answered ${answer.status} without a redirect.`);
  return new URL(location, authorizationUrl);
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`, "i").exec(tag)?.[1] ?? "";
  return value.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

/** One for the books' currency, and one for each other that a bank account is in. */
async function chooseBanks(
  call: Call,
  { listBanks, saveBank }: typeof quickbooks | typeof xero,
): Promise<void> {
  const { banks } = await call(listBanks);
  const bank = banks.find(({ Name }) => /checking/i.test(Name)) ?? banks[0];
  if (!bank) throw new Error("The sample company has no bank account.");
  await call(saveBank, { body: { bank_id: bank.Id, bank_name: bank.Name } });
  const { accounts, home_currency } = await call(bankSettings);
  for (const { Id, currency } of accounts) {
    if (currency === home_currency) continue;
    await call(saveBankSetting, {
      body: { integration_type: "stripe", currency, account_id: Id },
    });
  }
}

async function chooseFeeAccount(
  call: Call,
  save: typeof stripe.saveCategory | typeof authorizenet.saveCategory | typeof paypal.saveCategory,
): Promise<void> {
  const { expenses } = await call(quickbooks.listExpenses);
  const category = expenses.find(({ Name }) => /stripe|fees|processing/i.test(Name)) ?? expenses[0];
  if (!category) throw new Error("The sample company has no expense account.");
  await call(save, { body: { category } });
}
