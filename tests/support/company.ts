import { randomBytes, randomUUID } from "node:crypto";
import type { Emulators } from "@/emulators/start";
import { ACCOUNT_KINDS, type AccountKind } from "@/lib/constants/bookings";
import type { SourceType } from "@/lib/contracts/source-type";
import { LEDGER, type LedgerProvider } from "@/lib/providers/list";
import { hashPassword } from "@/server/accounts/passwords";
import { createAccount } from "@/server/accounts/sign-up";
import { kindAccountSetting } from "@/server/connections/line-settings";
import { db } from "@/server/platform/db";
import { adminDb } from "./admin-db";
import { ok } from "./client";
import { consented } from "./consent";

export interface TestCompany {
  token: string;
  username: string;
  password: string;
}

function newCredentials(): Omit<TestCompany, "token"> {
  const username = `user-${randomBytes(6).toString("hex")}`;
  return { username, password: randomBytes(12).toString("hex") };
}

/**
 * A new account with its own company, whose address is proved; no mail has gone there. Its first review is over, so
 * matches are posted by themselves.
 */
export async function signUp(): Promise<TestCompany> {
  const { username, password } = newCredentials();
  const email = `${username}@example.com`;
  const passwordHash = await hashPassword(password);
  await db("accounts").$transaction((tx) =>
    createAccount(
      tx,
      { username, email, passwordHash, emailVerifiedAt: new Date() },
      { requestId: randomUUID() },
    ),
  );
  const { token } = await ok("POST", "/user/login/api/", undefined, { username, password });
  await letPostByItself(username);
  return { token, username, password };
}

/** As after the first review: matches are posted without a user. */
export async function letPostByItself(username: string, autoPost = true): Promise<void> {
  await adminDb().companySettings.updateMany({
    where: { company: { memberships: { some: { user: { usernameKey: username } } } } },
    data: { autoPost },
  });
}

/** A new account as the page creates it: its address waits for its proof. */
export async function signUpUnproved(): Promise<TestCompany> {
  const { username, password } = newCredentials();
  const { token } = await ok("POST", "/user/create/api/", undefined, {
    username,
    email: `${username}@example.com`,
    password,
    password_confirm: password,
  });
  return { token, username, password };
}

/**
 * Connects QuickBooks as a browser does: our redirect, the Connect button, the callback. The tests of a file share one
 * emulated QuickBooks, each as if it were alone.
 */
export function connectQuickBooks(token: string): Promise<void> {
  return asIfAlone(() => connectSharedQuickBooks(token));
}

/** Connects the emulated Xero in the same way, whose books are in New Zealand dollars unless a test says otherwise. */
function connectXero(token: string): Promise<void> {
  return asIfAlone(async () => {
    await ok("POST", "/xero/callback/", token, await consented("/xero/connect/", token));
  });
}

async function asIfAlone(connect: () => Promise<void>): Promise<void> {
  const posting = await adminDb().companySettings.findMany({ where: { autoPost: true } });
  await connect();
  const undecided = await adminDb().integration.updateManyAndReturn({
    where: { sharedUse: "undecided" },
    data: { sharedUse: null },
    select: { companyId: true },
  });
  const connected = new Set(undecided.map(({ companyId }) => companyId));
  await adminDb().companySettings.updateMany({
    where: {
      companyId: {
        in: posting.flatMap((each) => (connected.has(each.companyId) ? each.companyId : [])),
      },
    },
    data: { autoPost: true },
  });
}

/** As a browser does; another company may have connected it before. */
export async function connectSharedQuickBooks(token: string): Promise<void> {
  await ok("POST", "/qb/callback/", token, await consented("/qb/connect/", token));
}

/** Where the tests' companies book what QuickBooks does not know, by the accounts' names in the emulator. */
export const KIND_ACCOUNTS = {
  refund: "Refunds and Allowances",
  dispute: "Chargebacks",
  dispute_fee: "Bank Charges",
  adjustment: "Cost of Goods Sold",
  bill: "Merchant Processing Fees",
  reserve: "Stripe Reserve",
  transfer: "Savings",
} as const satisfies Record<AccountKind, string>;

/** The same in the emulated Xero. */
const XERO_KIND_ACCOUNTS = {
  refund: "Refunds",
  dispute: "Disputes",
  dispute_fee: "Merchant Fees",
  adjustment: "General Expenses",
  bill: "Merchant Fees",
  reserve: "Processor Reserves",
  transfer: "Owner's Funds",
} as const satisfies Record<AccountKind, string>;

/** Payouts in another currency than the books' go to the bank account in theirs. */
export async function chooseForeignBanks(token: string): Promise<void> {
  const { accounts, home_currency } = await ok("GET", "/settings/banks/", token);
  for (const { Id, currency } of accounts) {
    if (currency === home_currency) continue;
    const choice = { integration_type: "stripe", currency, account_id: Id };
    await ok("PUT", "/settings/banks/", token, choice);
  }
}

/** Chooses accounts for kinds of lines of a connected source, as Settings does. */
export async function chooseAccounts(
  token: string,
  names: Partial<Record<AccountKind, string>> = KIND_ACCOUNTS,
  integration_type: SourceType = "stripe",
): Promise<void> {
  const { accounts } = await ok("GET", "/qb/accounts/", token);
  for (const [kind, name] of Object.entries(names)) {
    const { Id } = accounts.find(({ Name }: { Name: string }) => Name === name);
    await ok("PUT", "/settings/accounts/", token, { integration_type, kind, account_id: Id });
  }
}

/** The same before any payment is read, so that no deposit is matched without them; other kinds have none. */
export async function seedAccounts(
  emulators: Emulators,
  username: string,
  names: Partial<Record<AccountKind, string>>,
  ledger: LedgerProvider["id"] = LEDGER,
): Promise<void> {
  const accounts = await accountsIn(emulators, ledger);
  const chosen = ACCOUNT_KINDS.map((kind) => {
    const name = names[kind];
    if (!name) return kindAccountSetting(kind, null);
    const found = accounts.find((each) => each.name === name);
    if (!found) throw new Error(`the books have no account ${name}`);
    return kindAccountSetting(kind, { id: found.id, name, currency: found.currency ?? "USD" });
  });
  const { companyId, id, settings } = await adminDb().integration.findFirstOrThrow({
    where: {
      provider: "stripe",
      company: { memberships: { some: { user: { usernameKey: username } } } },
    },
  });
  await adminDb().integration.update({
    where: { companyId_id: { companyId, id } },
    data: { settings: Object.assign({}, settings, ...chosen) },
  });
}

async function accountsIn(
  { control, credentials }: Emulators,
  ledger: LedgerProvider["id"],
): Promise<{ id: string; name: string; currency?: string }[]> {
  const state = await (await fetch(`${control.url}/state`)).json();
  if (ledger === LEDGER) return state.accounts;
  const own = (each: { tenant_id: string }) => each.tenant_id === credentials.xeroTenantId;
  return state.xero.find(own).accounts;
}

async function withoutMatching({ token }: TestCompany): Promise<object> {
  const { currency: _, timezone: __, ...settings } = await ok("GET", "/settings/company/", token);
  return { ...settings, auto_match: false };
}

/**
 * A company connected to the emulators, with bank account and expense category chosen, and an account for each
 * kind of line in `accounts`.
 * @param choices.ledger "xero": the books are in the emulated Xero instead of QuickBooks, and payments wait in its "Stripe
 *   Clearing". Begin with `control(emulators, "/xero/company", { country: "US" })` for books in dollars.
 */
export async function connectedCompany(
  emulators: Emulators,
  accounts?: Partial<Record<AccountKind, string>>,
  {
    autoPost = true,
    autoMatch = true,
    foreignBanks = true,
    startDate,
    ledger = LEDGER,
  }: {
    autoPost?: boolean;
    autoMatch?: boolean;
    foreignBanks?: boolean;
    startDate?: string;
    ledger?: LedgerProvider["id"];
  } = {},
): Promise<TestCompany> {
  const company = await signUp();
  if (!autoMatch)
    await ok("PUT", "/settings/company/", company.token, await withoutMatching(company));
  if (!autoPost) await letPostByItself(company.username, false);
  const { token } = company;
  await ok("POST", "/stripe/connect/", token, {
    secret_key: emulators.credentials.stripeOwnersKey,
    ...(startDate !== undefined && { start_date: startDate }),
  });
  const isXero = ledger === "xero";
  const kinds = accounts ?? (isXero ? XERO_KIND_ACCOUNTS : KIND_ACCOUNTS);
  await seedAccounts(emulators, company.username, kinds, ledger);
  await (isXero ? connectXero(token) : connectQuickBooks(token));
  const { banks } = await ok("GET", "/qb/bank-account/", token);
  const save = isXero ? "/xero/save-bank/" : "/qb/save-bank/";
  // In Xero, processors' accounts are bank accounts too.
  const bank = isXero
    ? banks.find(({ Name }: { Name: string }) => Name === "Business Account")
    : banks[0];
  await ok("POST", save, token, { bank_id: bank.Id, bank_name: bank.Name });
  if (isXero) await choosePaymentAccount(token, "Stripe Clearing");
  const { expenses } = await ok("GET", "/qb/get-expense/", token);
  await ok("POST", "/stripe/save-category/", token, { category: expenses[0] });
  if (foreignBanks) await chooseForeignBanks(token);
  return company;
}

/** Payments wait in this account, of whatever date. */
async function choosePaymentAccount(token: string, name: string): Promise<void> {
  const { accounts } = await ok("GET", "/settings/payment-account/", token);
  const { Id } = accounts.find(({ Name }: { Name: string }) => Name === name);
  await ok("PUT", "/settings/payment-account/", token, { account_id: Id, from: "2020-01-01" });
}
