import type { PayoutStatus } from "@/lib/constants/deposits";
import { dateInZone } from "@/lib/dates";
import { groupBy } from "@/lib/group-by";
import { toDecimal } from "@/lib/money";
import { ProviderError } from "@/server/providers/errors";
import type {
  BalanceTransaction,
  KeyConnect,
  PaymentSource,
  Provider,
  SourceAccount,
  SourcePayout,
} from "@/server/providers/types";
import {
  createPayPalCall,
  firstToken,
  type PayPalCall,
  type PayPalConfig,
  type PayPalCredentials,
  SEARCH_SCOPE,
} from "./client";
import { TRANSACTION_SEARCH, WAITS_FOR_PERMISSION } from "./errors";
import { idsOf, toLines } from "./lines";
import { proveByTotals } from "./prove-by-totals";
import { newestAccountNumber, OVERLAP_MS, readTransactions } from "./read-transactions";
import { type RunningBalance, runningBalance } from "./running-balance";
import { balancesAnswer, readDetails } from "./schemas";
import { relationsOf, SETTLES_MS, type Withdrawal, withdrawalsOf } from "./withdrawals";

/** PayPal as a payment source, reached through its Transaction Search. */
export function createPayPalProvider(config: PayPalConfig) {
  return {
    id: "paypal",
    keyConnect: createPayPalConnect(config),
    source: createPayPalSource(config),
  } satisfies Provider;
}

/**
 * Connects with `secrets.client_id` and `secrets.client_secret`. A token proves nothing about permissions, so one reading call is
 * made: an app without Transaction Search is refused here and not by the next sync.
 */
function createPayPalConnect(config: PayPalConfig): KeyConnect {
  return {
    kind: "key",
    explain: ({ failure, detail }) => {
      if (detail.sentence) return detail.sentence;
      if (failure !== "unauthorized" && failure !== "rejected") return undefined;
      return "PayPal doesn't accept this client ID and secret. Copy both again from your app under Apps & Credentials, and make sure that the app is a live one.";
    },
    async connect(secrets) {
      const app = { clientId: secrets.client_id ?? "", secret: secrets.client_secret ?? "" };
      const { scopes, ...token } = await firstToken(config, app);
      if (scopes && !scopes.includes(SEARCH_SCOPE)) throw missingPermission();
      const credentials: PayPalCredentials = { ...app, ...token };
      // A token just issued: a refusal is PayPal's last word.
      const call = createPayPalCall(config, {
        current: async () => credentials,
        renew: async () => credentials,
      });
      const listed = await newestAccountNumber(call);
      const known = await readBalances(call);
      const account = listed ?? known?.account_id ?? app.clientId;
      return {
        externalAccountId: account,
        displayName: account,
        livemode: !new URL(config.apiBase).hostname.includes("sandbox"),
        currency: known?.balances.find(({ primary }) => primary)?.currency ?? null,
        credentials,
      };
    },
  };
}

/** The account's id and its currencies; null where the app may not read balances, which nothing else needs. */
async function readBalances(call: PayPalCall) {
  const query = { currency_code: "ALL" };
  return call("balances", "/v1/reporting/balances", query, balancesAnswer).catch(
    (error: unknown) => {
      if (error instanceof ProviderError && !error.retryable) return null;
      throw error;
    },
  );
}

function missingPermission(): ProviderError {
  return new ProviderError("paypal", "forbidden", "the token lacks the scope of the search", {
    missingPermission: TRANSACTION_SEARCH,
    sentence: WAITS_FOR_PERMISSION,
  });
}

/**
 * Transfers to the bank as payouts. PayPal lists what moves the balances, so all of it is kept, and each transfer is cut from
 * it: {@link runningBalance} proves that nothing is missing, {@link withdrawalsOf} says what belongs to which.
 */
function createPayPalSource(config: PayPalConfig): PaymentSource {
  /** What each payout was cut from, for its lines. */
  const cut = new WeakMap<SourcePayout, Withdrawal>();
  return {
    async *payouts(credentials, since, { transactions, timeZone }) {
      const call = createPayPalCall(config, credentials);
      let until = await readTransactions(call, transactions, { from: since });
      let rows = await transactions.list();
      let balances = balancesOf(rows);
      const doubt = oldestDoubt(rows, balances, until);
      if (until !== null && doubt < until.getTime() - OVERLAP_MS) {
        // What was just read didn't reach back to it.
        until = await readTransactions(call, transactions, { from: since, again: new Date(doubt) });
        rows = await transactions.list();
        balances = balancesOf(rows);
      }
      const covered = await transactions.covered();
      if (covered && until !== null) {
        const span = { from: covered.from, until };
        balances = await Promise.all(balances.map((each) => proveByTotals(call, each, span)));
      }
      const relations = relationsOf(balances.flatMap(({ moves }) => moves));
      const found = balances.flatMap((balance) =>
        withdrawalsOf(balance, relations).map((withdrawal) => ({ balance, withdrawal })),
      );
      const atBank = await bankReferences(transactions, found);
      const ids = new Set<string>();
      const payouts = found.map(({ balance, withdrawal }) => {
        const { key, providerId } = withdrawal.row;
        // PayPal's ids aren't unique.
        const id = ids.has(providerId) ? key : providerId;
        ids.add(id);
        const traceId = atBank.get(key);
        const payout = toPayout(withdrawal, { id, balance, until, timeZone, traceId });
        cut.set(payout, withdrawal);
        return { payout, at: withdrawal.row.happenedAt.getTime() };
      });
      // All of them, however old: one may have waited long for what was missing before it.
      yield payouts.sort((a, b) => b.at - a.at).map(({ payout }) => payout);
    },
    async lines(_credentials, payout, { transactions, timeZone }) {
      const withdrawal = cut.get(payout);
      if (!withdrawal) throw new Error("the lines of a payout that was not read here");
      const detailed = await transactions.detailed(idsOf(withdrawal));
      return toLines(withdrawal, detailed, timeZone);
    },
  };
}

function balancesOf(rows: readonly BalanceTransaction[]): RunningBalance[] {
  return [...groupBy(rows, ({ currency }) => currency)].map(([currency, own]) =>
    runningBalance(currency, own),
  );
}

/** A pending row changes within that time; PayPal may list it by the day on which it began. */
const PENDING_MS = 60 * 86_400_000;

/** From when on the stored rows may not be PayPal's last word: unix milliseconds, infinity where they are. */
function oldestDoubt(
  rows: readonly BalanceTransaction[],
  balances: readonly RunningBalance[],
  until: Date | null,
): number {
  const oldest = (until?.getTime() ?? 0) - PENDING_MS;
  const pending = rows.find(
    ({ status, happenedAt }) => status === "P" && happenedAt.getTime() > oldest,
  );
  const gaps = balances.flatMap(({ gap }) => gap?.at.getTime() ?? []);
  return Math.min(pending?.happenedAt.getTime() ?? Number.POSITIVE_INFINITY, ...gaps);
}

/** What the bank statement may show, by the withdrawal's key. */
async function bankReferences(
  { detailed }: SourceAccount["transactions"],
  found: readonly { withdrawal: Withdrawal }[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await detailed(found.map(({ withdrawal }) => withdrawal.row.providerId));
  return new Map(rows.map(({ key, details }) => [key, readDetails(details).bankReference]));
}

interface Around {
  /** Unique in the account. */
  id: string;
  balance: RunningBalance;
  /** Until when PayPal has served everything; null while it has served nothing. */
  until: Date | null;
  timeZone: string;
  traceId: string | undefined;
}

const STATUSES: ReadonlyMap<string, PayoutStatus> = new Map([
  ["S", "paid"],
  ["P", "in_transit"],
  ["V", "failed"],
  ["D", "failed"],
]);

function toPayout(withdrawal: Withdrawal, around: Around): SourcePayout {
  const { row, amount, returnedBy } = withdrawal;
  const { kind, currency, status, happenedAt } = row;
  const waitsFor = reasonToWait(withdrawal, around);
  const date = dateInZone(happenedAt, around.timeZone);
  const known = STATUSES.get(status);
  return {
    providerId: around.id,
    status: returnedBy ? "failed" : (known ?? "pending"),
    ...(known || returnedBy ? {} : { unknownState: status || "none" }),
    date,
    amount,
    currency,
    description: "Transfer to the bank",
    itemized: true,
    complete: waitsFor === undefined,
    ...(waitsFor !== undefined && {
      waitsFor: `The transfer of ${toDecimal(amount, currency)} ${currency} on ${date} waits: ${waitsFor}`,
    }),
    ...(returnedBy && { reversedBy: returnedBy.providerId }),
    ...(around.traceId && { traceId: around.traceId }),
    raw: { transaction_id: row.providerId, event_code: kind, status, at: happenedAt.toISOString() },
  };
}

/** What is still to come before a withdrawal's lines are certain. */
function reasonToWait(
  { row, isProved }: Withdrawal,
  { balance: { gap, currency }, until, timeZone }: Around,
): string | undefined {
  if (until === null || row.happenedAt.getTime() + SETTLES_MS > until.getTime()) {
    return "PayPal hasn't listed everything up to it yet, which takes up to three hours";
  }
  if (isProved) return undefined;
  if (!gap) return "PayPal hasn't named the balance after it yet";
  const missing = toDecimal(gap.missing, currency);
  return `PayPal hasn't listed a movement of ${missing} ${currency} before ${dateInZone(gap.at, timeZone)}. The next sync reads that time again`;
}
