import { accountList, accountSettings, saveAccountSetting } from "@/lib/contracts/bookings";
import { integrationList } from "@/lib/contracts/integrations";
import { bankSettings, saveBankSetting } from "@/lib/contracts/line-settings";
import { paymentAccount, savePaymentAccount } from "@/lib/contracts/payment-account";
import { providerEndpoints } from "@/lib/contracts/providers";
import { BOOKING_WORDS } from "@/lib/line-bookings";
import {
  BY_FILE,
  type ConnectableId,
  connectable,
  describeProvider,
  type SourceId,
} from "@/lib/providers/list";
import type { Emulators } from "../product/emulators";
import type { Call } from "./api";
import { importFiles } from "./import-files";
import { SAMPLES, type Sample } from "./samples";

const { stripe, authorizenet, paypal, quickbooks, xero } = providerEndpoints;

/** Before the sample begins. Without a date, a further source would post automatically only from this month on. */
const FROM_FIRST = "2020-01-01";

const SAMPLE_RATE = {
  discount_percent: "2.90",
  discount_fixed: "0.30",
  discount_timing: "daily",
} as const;

/** What the sample's processors are connected with. */
type Credentials = Pick<
  Emulators["credentials"],
  | "stripeOwnersKey"
  | "authorizenetLoginId"
  | "authorizenetTransactionKey"
  | "paypalClientId"
  | "paypalClientSecret"
>;

/** How the demo connects each provider. */
const CONNECT: Record<ConnectableId, (call: Call, keys: Credentials) => Promise<unknown>> = {
  quickbooks: connectQuickBooks,
  xero: connectXero,
  stripe: (call, { stripeOwnersKey }) =>
    call(stripe.connectByKey, { body: { secret_key: stripeOwnersKey, start_date: FROM_FIRST } }),
  authorizenet: (call, { authorizenetLoginId, authorizenetTransactionKey }) =>
    call(authorizenet.connectByKey, {
      body: {
        login_id: authorizenetLoginId,
        transcation_key: authorizenetTransactionKey,
        start_date: FROM_FIRST,
      },
    }),
  paypal: (call, { paypalClientId, paypalClientSecret }) =>
    call(paypal.connectByKey, {
      body: {
        client_id: paypalClientId,
        client_secret: paypalClientSecret,
        start_date: FROM_FIRST,
      },
    }),
};

/**
 * Connects a sample company to its providers, the ledger first because the accounts are there, imports what its other
 * processors export (given the emulators' control address), and chooses the accounts of all that is posted, and the
 * discount rate. Skips what is already connected, imported or chosen.
 */
export async function connectProviders(
  call: Call,
  emulators: { credentials: Credentials; control?: Emulators["control"] },
  sample: Sample = SAMPLES.us,
): Promise<void> {
  const connected = await listConnected(call);
  for (const id of [sample.ledger, ...sample.sources]) {
    if (!connected.has(connectable(id).wire)) await CONNECT[id](call, emulators.credentials);
  }
  if (emulators.control) await importFiles(call, emulators.control);
  const chosen = await listConnected(call);
  if (!chosen.get(connectable(sample.ledger).wire)?.default_bank) {
    await chooseBanks(call, sample);
    await chooseWaiting(call, sample);
  }
  for (const id of sample.sources) {
    if (!chosen.get(connectable(id).wire)?.id) await chooseFeeAccount(call, id, sample);
  }
  await chooseAccounts(call, sample);
}

/**
 * Chooses where each kind of line is booked that the ledger has no payment for: "PayPal Reserve" for PayPal's reserves. Chosen before the first match, so
 * that the sample shows a set-up company; a kind without an account would be asked for on each deposit.
 */
async function chooseAccounts(call: Call, sample: Sample): Promise<void> {
  const { accounts } = await call(accountList);
  const { sources } = await call(accountSettings);
  const find = (name: string) => accounts.find(({ Name }) => Name === name);
  for (const { integration_type, connection_id, name, accounts: kinds } of sources) {
    const isFile = integration_type === BY_FILE;
    for (const { kind, account } of kinds) {
      if (account || (kind === "fee" && !isFile)) continue;
      const own = kind === "fee" ? undefined : find(`${name} ${BOOKING_WORDS[kind].one}`);
      const chosen = own ?? named(accounts, sample.accounts[kind]);
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

/** One for the books' currency, and one for another that payouts are in. */
async function chooseBanks(call: Call, { ledger, bank, foreignBank }: Sample): Promise<void> {
  const { listBanks, saveBank } = providerEndpoints[ledger];
  const { banks } = await call(listBanks);
  const { Id: bank_id, Name: bank_name } = named(banks, bank);
  await call(saveBank, { body: { bank_id, bank_name } });
  const { accounts } = await call(bankSettings);
  const { Id: account_id, currency } = named(accounts, foreignBank.account);
  const integration_type = describeProvider(foreignBank.source).wire;
  await call(saveBankSetting, { body: { integration_type, currency, account_id } });
}

/** Payments count there from before the sample begins. */
async function chooseWaiting(call: Call, { waiting }: Sample): Promise<void> {
  if (waiting.length === 0) return;
  const { accounts } = await call(paymentAccount);
  const payment_accounts = waiting.map((name) => ({
    account_id: named(accounts, name).Id,
    from: FROM_FIRST,
  }));
  await call(savePaymentAccount, { body: { payment_accounts } });
}

async function chooseFeeAccount(call: Call, id: SourceId, sample: Sample): Promise<void> {
  // Set the rate first: choosing the category posts matched batches.
  if (id === "authorizenet") await call(authorizenet.saveDiscount, { body: SAMPLE_RATE });
  const { expenses } = await call(providerEndpoints[sample.ledger].listExpenses);
  const category = named(expenses, sample.accounts.fee);
  await call(providerEndpoints[id].saveCategory, { body: { category } });
}

function named<T extends { Name: string }>(accounts: readonly T[], name: string): T {
  const found = accounts.find(({ Name }) => Name === name);
  if (!found) throw new Error(`The sample company has no account ${name} to choose.`);
  return found;
}
