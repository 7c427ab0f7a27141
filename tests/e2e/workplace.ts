import type { Role } from "@/lib/constants/roles";
import { createApiToken } from "@/lib/contracts/api-tokens";
import { accountList, saveAccountSetting } from "@/lib/contracts/bookings";
import { createCompany } from "@/lib/contracts/companies";
import { depositDetail } from "@/lib/contracts/deposit-detail";
import { type Deposit, depositList, type OpenReason } from "@/lib/contracts/deposits";
import { failureList } from "@/lib/contracts/failures";
import { invite } from "@/lib/contracts/people";
import { postDeposit } from "@/lib/contracts/posting-review";
import { providerEndpoints } from "@/lib/contracts/providers";
import { createRule } from "@/lib/contracts/rules";
import { getCompanySettings, saveCompanySettings } from "@/lib/contracts/settings";
import { type Account, callApi, newCredentials, resetEmulators, signUp } from "./api";
import { withBooks } from "./books";
import { join } from "./colleagues";
import {
  addDeposit,
  addPayment,
  addPayout,
  addRefundedSale,
  clearFaults,
  connectQuickbooks,
  connectStripeByKey,
  injectFault,
} from "./emulators";
import { expect } from "./fixtures";
import { settled } from "./settled";

export interface Workplace {
  companyId: string;
  members: Record<Role, Account>;
  /** A deposit of each state, and of each cause with answers of its own. */
  deposits: Record<
    | ("pending" | "missing" | "inClearing" | "suggested" | "unbooked")
    | ("ready" | "blocked" | "negative" | "closed" | "posted"),
    number
  >;
  /** A line of the pending one, which QuickBooks has no payment for. */
  lineId: number;
}

/** A company with members of every role, where there is something to do on every page. */
export async function openWorkplace(): Promise<Workplace> {
  const owner = await signUp();
  const { token } = owner;
  await connectForReview(owner, async () => {
    const charges = [{ amount: 6_450, name: "Ottilie Quist", description: "Order #1" }];
    const { amount } = await addPayout({ charges });
    // Looks like that payout's, and nothing says that it is.
    await addDeposit({ amount });
    await addPayout({ charges: [{ amount: 7_715, name: "Priya Nair", description: "Order #2" }] });
    // No account was chosen for its refund.
    await addRefundedSale({ amount: 8_320, refunded: 3_140, name: "Tomas Lindqvist" });
  });
  await sellMore(owner);

  const { deposits } = await callApi(depositList, { token });
  const withReason = (code: OpenReason["code"], action: OpenReason["action"]) =>
    deposits.find(({ reason }) => reason?.code === code && reason.action === action);
  const matched = deposits.filter(({ status }) => status === "matched");
  const isNegative = ({ total_amt }: Deposit) => total_amt.startsWith("-");
  const [posted, ready, closed, alsoClosed] = matched.filter(
    (each) => each.currency === "USD" && !isNegative(each),
  );
  // There is no bank account in its currency.
  const blocked = matched.find(({ currency }) => currency === "EUR");
  // There is no account for what the bank withdraws.
  const negative = matched.find(isNegative);
  const pending = withReason("maybe_booked", "review");
  const missing = withReason("missing", "create_receipt");
  const inClearing = withReason("other_account", "match_from_account");
  const suggested = withReason("suggested", "review");
  const unbooked = withReason("account_missing", "create_receipt");
  const waiting = { pending, missing, inClearing, suggested, unbooked };
  const ids = { posted, blocked, negative, closed, alsoClosed, ready, ...waiting };
  for (const [name, found] of Object.entries(ids)) expect(found, name).toBeDefined();
  const idOf = (deposit: Deposit | undefined) => deposit?.id ?? 0;
  for (const each of [posted, blocked, negative]) {
    await callApi(postDeposit, { token, body: { deposit_id: idOf(each) } });
  }
  await settled(owner);
  await parkFailure(token);
  await seedRule(token);
  const proof = { current_password: owner.password, name: "Reports", role: "viewer" as const };
  await callApi(createApiToken, { token, body: { ...proof, expires_in_days: 30 } });

  const members: Record<Role, Account> = {
    owner,
    admin: await signUp(),
    bookkeeper: await signUp(),
    viewer: await signUp(),
  };
  for (const role of ["admin", "bookkeeper", "viewer"] as const)
    await join(owner, members[role], role);
  const { email } = newCredentials();
  await callApi(invite, { token, body: { email, role: "bookkeeper" } });
  // The others have a company of their own; with two, everybody has the switcher.
  await settled(owner);
  const companyId = await seedRun(owner, idOf(posted));
  await seedClosed(owner, [closed, alsoClosed].map(idOf));
  const { deposit } = await callApi(depositDetail, {
    token,
    query: `?deposit_id=${idOf(pending)}`,
  });
  await callApi(createCompany, { token, body: { company_name: "Second books" } });
  return {
    companyId,
    members,
    lineId: deposit.lines[0]?.id ?? 0,
    deposits: {
      pending: idOf(pending),
      missing: idOf(missing),
      inClearing: idOf(inClearing),
      suggested: idOf(suggested),
      unbooked: idOf(unbooked),
      ready: idOf(ready),
      blocked: idOf(blocked),
      negative: idOf(negative),
      closed: idOf(closed),
      posted: idOf(posted),
    },
  };
}

/** Connects QuickBooks and Stripe, and syncs: what is matched waits for its review. */
export async function connectForReview(
  account: Account,
  beforeSync = async (): Promise<void> => {},
): Promise<void> {
  const { token } = account;
  await resetEmulators();
  await beforeSync();
  const { currency: _, timezone: __, ...settings } = await callApi(getCompanySettings, { token });
  await callApi(saveCompanySettings, { token, body: { ...settings, auto_post: false } });
  await connectQuickbooks(token);
  const { banks } = await callApi(providerEndpoints.quickbooks.listBanks, { token });
  const { Id = "", Name = "" } = banks[0] ?? {};
  const bank = { bank_id: Id, bank_name: Name };
  await callApi(providerEndpoints.quickbooks.saveBank, { token, body: bank });
  await connectStripeByKey(token);
  const { expenses } = await callApi(providerEndpoints.quickbooks.listExpenses, { token });
  const [category] = expenses;
  if (!category) throw new Error("the emulator's company has no expense account");
  await callApi(providerEndpoints.stripe.saveCategory, { token, body: { category } });
  await settled(account);
}

/** A payout below zero, and one whose payment was recorded in an account from which none are matched. */
async function sellMore(owner: Account): Promise<void> {
  const { token } = owner;
  const { accounts } = await callApi(accountList, { token });
  const idOf = (name: string) => accounts.find(({ Name }) => Name === name)?.Id ?? "";
  const bills = { integration_type: "stripe", kind: "bill" } as const;
  const account_id = idOf("Merchant Processing Fees");
  await callApi(saveAccountSetting, { token, body: { ...bills, account_id } });
  const small = { amount: 1_015, name: "Ines Okafor" };
  await addPayout({ charges: [small], fee: 1_500 });
  await addPayment({ amount: small.amount, customer: small.name });
  const sale = { amount: 5_385, name: "Wanda Achterberg" };
  await addPayout({ charges: [sale] });
  const depositTo = idOf("Stripe Clearing");
  await addPayment({ amount: sale.amount, customer: sale.name, depositTo });
  await callApi(providerEndpoints.stripe.sync, { token, query: "?wait=100" });
  await callApi(providerEndpoints.quickbooks.sync, { token, query: "?wait=100" });
  await settled(owner);
}

/** The deposit as if Post all had posted it. */
function seedRun(owner: Account, posted: number): Promise<string> {
  return withBooks(owner, async ({ companyId, query }) => {
    const updated = await query(
      `WITH run AS (INSERT INTO posting_runs (company_id) VALUES ($1) RETURNING id)
       UPDATE postings SET posting_run_id = run.id FROM run
       WHERE company_id = $1 AND deposit_id = $2 AND state = 'posted' RETURNING 1`,
      [companyId, posted],
    );
    expect(updated, "posted").toHaveLength(1);
    return companyId;
  });
}

/** The deposits as if their days were in a closed period. */
function seedClosed(owner: Account, deposits: number[]): Promise<void> {
  return withBooks(owner, async ({ companyId, query }) => {
    const updated = await query(
      `UPDATE postings SET state = 'blocked', error_code = 'books_closed', message = 'The books are closed.'
       WHERE company_id = $1 AND deposit_id = ANY($2) AND state = 'held' RETURNING 1`,
      [companyId, deposits],
    );
    expect(updated, "closed").toHaveLength(deposits.length);
  });
}

/** A sync that Stripe refuses. */
async function parkFailure(token: string): Promise<void> {
  const refused = { kind: "status", status: 403 } as const;
  await injectFault({ provider: "stripe", match: { path: "/v1/payouts" }, ...refused });
  await callApi(providerEndpoints.stripe.sync, { token, query: "?wait=0" });
  await expect.poll(async () => (await callApi(failureList, { token })).waiting).toBeGreaterThan(0);
  await clearFaults();
}

async function seedRule(token: string): Promise<void> {
  for (const description of ["Donation", "Raffle"]) {
    const conditions = {
      ...{ kind: "charge" as const, description, customer: "any" as const, customer_name: "" },
      ...{ amount_from: null, amount_to: null, currency: null, after_days: 0 },
    };
    const outcome = { do: "wait" as const, days: 30, note: "" };
    await callApi(createRule, {
      token,
      body: { integration_type: "stripe", conditions, outcome },
    });
  }
}
