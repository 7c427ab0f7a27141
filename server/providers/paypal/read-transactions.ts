import { ProviderError } from "@/server/providers/errors";
import type { DetailedTransaction, TransactionStore } from "@/server/providers/types";
import type { PayPalCall } from "./client";
import { NOT_YET, TOO_LARGE } from "./errors";
import { toTransaction } from "./mapper";
import { type SearchAnswer, searchAnswer } from "./schemas";

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** PayPal takes 31 days with both ends, to the second. */
const WINDOW = 31 * DAY - SECOND;
/** How far back the first read goes: PayPal knows three years. */
const FIRST_READ = 2 * 365 * DAY;
/** Rows come late, and change, between those that are known: this much is read again each time. */
export const OVERLAP_MS = 10 * DAY;
const PAGE_SIZE = 500;
/** A window whose rows changed while its pages were read is read again; then the balances decide. */
const MAX_READS = 3;

/**
 * Reads what moved the balances into the store, window by window, oldest first, and again from what is open on.
 * @param from unix seconds; undefined: two years back. @param again where the stored rows leave a doubt.
 * @returns until when PayPal knows everything.
 */
export async function readTransactions(
  call: PayPalCall,
  transactions: TransactionStore,
  { from, again }: { from: number | undefined; again?: Date | undefined },
  now = new Date(),
): Promise<Date | null> {
  const end = Math.floor(now.getTime() / SECOND) * SECOND;
  const oldest = end - FIRST_READ;
  const begin = Math.max(oldest, (from ?? 0) * SECOND);
  const covered = await transactions.covered();
  // Asked to begin earlier than what is stored: everything is read once more.
  const isAnew = !covered || begin < covered.from.getTime() - SECOND;
  const knownUntil = Math.min(covered?.until.getTime() ?? end, again?.getTime() ?? end);
  let start = isAnew ? begin : Math.max(covered.from.getTime(), knownUntil - OVERLAP_MS);
  const first = isAnew ? new Date(begin) : covered.from;
  let until = isAnew ? null : covered.until;
  let length = WINDOW;
  while (start <= end) {
    const to = Math.min(start + length, end);
    const window = await readWindow(call, new Date(start), new Date(to));
    if (window === "too large") {
      length = Math.floor((to - start) / 2 / SECOND) * SECOND;
      if (to - start < SECOND) throw tooLarge(new Date(start));
      continue;
    }
    if (window === "nothing yet") break;
    const served = new Date(Math.min(window.servedUntil.getTime(), to));
    if (until === null || served > until) until = served;
    await transactions.keep(window.rows, { from: first, until });
    if (served.getTime() < to) break;
    start = to + SECOND;
    length = WINDOW;
  }
  return until;
}

/** The account that the last day's list names; undefined where PayPal has listed nothing of it yet. */
export async function newestAccountNumber(
  call: PayPalCall,
  now = new Date(),
): Promise<string | undefined> {
  try {
    const { account_number } = await readPage(call, new Date(now.getTime() - DAY), now, 1);
    return account_number;
  } catch (error) {
    if (error instanceof ProviderError && error.detail.code === NOT_YET) return undefined;
    if (error instanceof ProviderError && error.detail.code === TOO_LARGE) return undefined;
    throw error;
  }
}

interface Window {
  rows: DetailedTransaction[];
  /** PayPal's own end of what it answered. */
  servedUntil: Date;
}

/** There is no snapshot of the pages: a window whose count moved is read again. */
async function readWindow(
  call: PayPalCall,
  from: Date,
  to: Date,
): Promise<Window | "too large" | "nothing yet"> {
  const rows = new Map<string, DetailedTransaction>();
  for (let read = 1; ; read += 1) {
    try {
      const first = await readPage(call, from, to, 1);
      let last = first;
      let pages = 1;
      add(rows, first);
      for (; isFollowed(last, pages); pages += 1) {
        last = await readPage(call, from, to, pages + 1);
        add(rows, last);
      }
      const { total_items: count = 0 } = first;
      // By its description a page's count leaves out the pages before it.
      const counts = [count, count - (pages - 1) * PAGE_SIZE];
      const isSame = counts.includes(last.total_items ?? 0) && rows.size >= count;
      if (isSame || read === MAX_READS) {
        return { rows: [...rows.values()], servedUntil: servedUntil(first, from, to) };
      }
    } catch (error) {
      const code = error instanceof ProviderError ? error.detail.code : undefined;
      if (code === TOO_LARGE) return "too large";
      if (code === NOT_YET) return "nothing yet";
      throw error;
    }
  }
}

/** Whether another page comes after the ones that were read. */
function isFollowed({ total_pages, transaction_details }: SearchAnswer, pages: number): boolean {
  return total_pages === undefined ? transaction_details.length === PAGE_SIZE : pages < total_pages;
}

/** PayPal may repeat the end that was asked for, although it knows less. */
function servedUntil(
  { end_date, last_refreshed_datetime: refreshed }: SearchAnswer,
  from: Date,
  to: Date,
): Date {
  const end = end_date ?? to;
  return refreshed && refreshed >= from && refreshed < end ? refreshed : end;
}

function readPage(call: PayPalCall, from: Date, to: Date, page: number): Promise<SearchAnswer> {
  // Without filters: PayPal leaves out the balances of a filtered list.
  const query = {
    start_date: inSeconds(from),
    end_date: inSeconds(to),
    fields: "transaction_info,payer_info",
    page_size: String(PAGE_SIZE),
    page: String(page),
  };
  return call("transactions", "/v1/reporting/transactions", query, searchAnswer);
}

/** A row that comes on two pages is one; the later answer is the newer. */
function add(rows: Map<string, DetailedTransaction>, page: SearchAnswer): void {
  for (const detail of page.transaction_details) {
    const row = toTransaction(detail);
    rows.set(row.key, row);
  }
}

/** Whole seconds and `Z`: other spellings have been refused. */
export function inSeconds(at: Date): string {
  return at.toISOString().replace(/\.\d{3}Z$/, "Z");
}

function tooLarge(at: Date): ProviderError {
  const message = `more transactions than PayPal lists in the second of ${at.toISOString()}`;
  return new ProviderError("paypal", "rejected", message, { code: TOO_LARGE });
}
