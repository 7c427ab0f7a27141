import type { RunEntry } from "@/lib/contracts/posting-review";
import { parseDecimal, sumMinor, toWireDecimal } from "@/lib/money";
import { findLedger } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { type ClaimedPosting, withDeposit } from "./claim-posting";
import { journalOf } from "./draft";
import { readReady } from "./read-ready";

/** Deposits whose lines and payments are read at once. */
const BATCH = 100;
/** Reading more would take a page longer than a user waits. */
const MAX_ADDED_UP = 500;

/** The journal entry of everything that is ready, by account, and what each of these deposits rests on. No provider call. */
export async function loadRunEntry(ctx: CompanyContext): Promise<RunEntry> {
  const { companyId } = ctx;
  return db(ctx).$transaction(async (tx) => {
    const { ready, postingIds, revision } = await readReady(tx, ctx);
    const books = await findLedger(ctx, tx);
    if (!books || postingIds.length > MAX_ADDED_UP) return { revision, lines: null, deposits: [] };
    const accounts = new Map<string, AccountSum>();
    const deposits: RunEntry["deposits"] = [];
    for (let start = 0; start < postingIds.length; start += BATCH) {
      const ids = postingIds.slice(start, start + BATCH);
      const postings = await tx.posting.findMany({
        where: { companyId, id: { in: ids } },
        include: withDeposit,
      });
      for (const posting of postings) {
        addUp(posting, journalOf(posting, books, ""), accounts);
        deposits.push(toFacts(posting));
      }
    }
    const currencies = ready.totals.map(({ currency }) => currency);
    return { revision, lines: toLines([...accounts.values()], currencies), deposits };
  });
}

interface AccountSum {
  account: string | null;
  currency: string;
  debits: number[];
  credits: number[];
}

function addUp(
  { deposit: { currency } }: ClaimedPosting,
  { lines, created }: ReturnType<typeof journalOf>,
  accounts: Map<string, AccountSum>,
): void {
  for (const { account, debit, credit } of [...lines, ...created.flatMap((each) => each.lines)]) {
    const key = `${currency} ${account}`;
    const sum = accounts.get(key) ?? { account, currency, debits: [], credits: [] };
    accounts.set(key, sum);
    const [debited, credited] = [parseDecimal(debit, currency), parseDecimal(credit, currency)];
    if (debited !== 0) sum.debits.push(debited);
    if (credited !== 0) sum.credits.push(credited);
  }
}

/** Currency by currency in their given order: the largest debit first, then the credits. */
function toLines(
  sums: readonly AccountSum[],
  currencies: readonly string[],
): NonNullable<RunEntry["lines"]> {
  return sums
    .map(({ account, currency, debits, credits }) => ({
      account,
      currency,
      count: debits.length + credits.length,
      debit: toWireDecimal(sumMinor(debits), currency),
      credit: toWireDecimal(sumMinor(credits), currency),
    }))
    .toSorted(
      (one, other) =>
        currencies.indexOf(one.currency) - currencies.indexOf(other.currency) ||
        Number(other.debit) - Number(one.debit) ||
        Number(other.credit) - Number(one.credit),
    );
}

function toFacts({ deposit: { id, matches } }: ClaimedPosting): RunEntry["deposits"][number] {
  const least = matches.toSorted((one, other) => one.probability - other.probability)[0];
  return {
    deposit_id: id,
    payments: matches.reduce((sum, { payments }) => sum + payments.length, 0),
    least: least ? { probability: least.probability, origin: least.origin } : null,
  };
}
