import type { Chart } from "./accounts";
import { isFailure, type Store, type XeroApi } from "./api";
import {
  accountOfLine,
  type Booked,
  guidOf,
  inTheirOrder,
  isOfTransfers,
  type Part,
} from "./booked";
import { all, byIds, isDeleted, one, only, remove, whole } from "./pages";
import { bodyOf, type Planned } from "./planned";
import { listOf, type XeroBankTransaction, type XeroBankTransfer } from "./schemas";
import { BANK_TRANSACTIONS, BANK_TRANSFERS, WITH_DELETED } from "./transactions";
import { whereDate } from "./wire";

/** So few transfers are read one by one; of more, Xero gives the list as one. */
const FEW = 2;

interface Documents {
  transactions: XeroBankTransaction[];
  transfers: XeroBankTransfer[];
}

/**
 * Bank transactions and transfers of some days, deleted ones too.
 * @param about.reference only narrows the lists down: others may be among them.
 */
export async function documentsBetween(
  api: XeroApi,
  store: Store,
  about: { from: string; to: string; reference?: string; pageSize?: number | undefined },
): Promise<Documents> {
  const { from, to, reference, pageSize } = about;
  const ofDays = `Date>=${whereDate(from)} AND Date<=${whereDate(to)}`;
  const narrowed = async <T>(read: (where: string) => Promise<T>): Promise<T> => {
    if (reference === undefined) return read(ofDays);
    try {
      return await read(`${ofDays} AND Reference=="${reference}"`);
    } catch (error) {
      // Xero doesn't say which of its lists can be asked for a reference.
      if (!isFailure(error, "rejected") || error.detail.code !== "QueryParseException") throw error;
      return read(ofDays);
    }
  };
  return {
    transactions: await narrowed((where) =>
      all(api, store, BANK_TRANSACTIONS, { where }, pageSize),
    ),
    transfers: await narrowed((where) =>
      whole(api, store, BANK_TRANSFERS, { where, query: WITH_DELETED }),
    ),
  };
}

/** The current state of some documents, deleted ones too. Unknown ones are left out. */
export async function readDocuments(
  api: XeroApi,
  store: Store,
  parts: readonly { part: Part; guid: string }[],
  pageSize?: number,
): Promise<Booked[]> {
  const wanted = (ofTransfers: boolean) => [
    ...new Set(
      parts.flatMap(({ part, guid }) => (isOfTransfers(part) === ofTransfers ? guid : [])),
    ),
  ];
  const transactions = await byIds(api, store, BANK_TRANSACTIONS, wanted(false), pageSize);
  const transfers = await readTransfers(api, store, wanted(true));
  return among({ transactions, transfers }, parts);
}

/**
 * The same, once more among all of a day where some are unknown: Xero keeps what was deleted, so that it should know them.
 * @param day on which they were booked
 */
export async function findDocuments(
  api: XeroApi,
  store: Store,
  parts: readonly { part: Part; guid: string }[],
  day: string | undefined,
): Promise<Booked[]> {
  const found = await readDocuments(api, store, parts);
  const unknown = parts.filter(({ guid }) => found.every((each) => guidOf(each) !== guid));
  if (unknown.length === 0 || day === undefined) return found;
  const documents = await documentsBetween(api, store, { from: day, to: day });
  return [...found, ...among(documents, unknown)].toSorted(inTheirOrder);
}

function among(
  { transactions, transfers }: Documents,
  parts: readonly { part: Part; guid: string }[],
): Booked[] {
  return parts.flatMap(({ part, guid }): Booked[] => {
    const transaction = transactions.find((each) => each.BankTransactionID === guid);
    if (transaction) return [{ part, transaction }];
    const transfer = transfers.find((each) => each.BankTransferID === guid);
    return transfer ? [{ part, transfer }] : [];
  });
}

async function readTransfers(api: XeroApi, store: Store, ids: readonly string[]) {
  if (ids.length > FEW) {
    const listed = await whole(api, store, BANK_TRANSFERS);
    return listed.filter(({ BankTransferID }) => ids.includes(BankTransferID));
  }
  const found: XeroBankTransfer[] = [];
  for (const id of ids) {
    const transfer = await one(api, store, BANK_TRANSFERS, id);
    if (transfer) found.push(transfer);
  }
  return found;
}

/** Creates a document. @param key repeats Xero's first answer for six minutes */
export async function sendDocument(
  api: XeroApi,
  store: Store,
  planned: Planned,
  { contactId, key }: { contactId: string; key: string },
): Promise<Booked> {
  const { part } = planned;
  const body = bodyOf(planned, contactId);
  if (planned.transfer) {
    const { name, row } = BANK_TRANSFERS;
    const asked = { what: "transfer creation", method: "PUT" as const, path: name, body, key };
    return { part, transfer: only(asked.what, await api.call(store, asked, listOf(name, row))) };
  }
  const { name, row } = BANK_TRANSACTIONS;
  const what = `${planned.transaction.type.toLowerCase()} creation`;
  // Unit amounts keep two decimals otherwise.
  const query = { unitdp: "4" };
  const asked = { what, method: "PUT" as const, path: name, query, body, key };
  return { part, transaction: only(what, await api.call(store, asked, listOf(name, row))) };
}

/** Deletes a document. One that no longer exists is fine. @throws ProviderError when it is still there */
export async function deleteDocument(api: XeroApi, store: Store, booked: Booked): Promise<void> {
  const id = guidOf(booked);
  const asked = (name: string) => ({ id, what: `${name} deletion` });
  if (booked.transfer) await remove(api, store, BANK_TRANSFERS, asked(BANK_TRANSFERS.name));
  else await remove(api, store, BANK_TRANSACTIONS, asked(BANK_TRANSACTIONS.name));
}

/**
 * Documents as payouts: those with one of our notes together, all others on their own. Sides of transfers, and money
 * spent that comes from no account of payments, record no payout.
 */
export function payoutsIn(
  { transactions, transfers }: Documents,
  chart: Chart,
  isOwnNote: (reference: string) => boolean,
): Booked[][] {
  const groups = new Map<string, Booked[]>();
  const add = (booked: Booked, reference: string) => {
    const key = isOwnNote(reference) ? reference : `${booked.part}:${guidOf(booked)}`;
    groups.set(key, [...(groups.get(key) ?? []), booked]);
  };
  for (const transaction of transactions) {
    const { Type, Reference } = transaction;
    const isOwn = isOwnNote(Reference ?? "");
    if (isDeleted(transaction) || (Type !== "RECEIVE" && Type !== "SPEND")) continue;
    const clears = transaction.LineItems.some(
      (line) => chart.accounts.get(accountOfLine(line, chart))?.EnablePaymentsToAccount,
    );
    if (Type === "SPEND" && !clears && !isOwn) continue;
    const isDirect = clears || !isOwn;
    const [onBank, onClearing] =
      Type === "SPEND" ? (["withdrawal", "spend"] as const) : (["deposit", "receive"] as const);
    add({ part: isDirect ? onBank : onClearing, transaction }, Reference ?? "");
  }
  for (const transfer of transfers) {
    if (isDeleted(transfer)) continue;
    const reference = transfer.Reference ?? "";
    const clearing = groups.get(reference)?.[0]?.transaction?.BankAccount.AccountID;
    const isDebit = transfer.ToBankAccount.AccountID === clearing;
    add({ part: isDebit ? "debit" : "transfer", transfer }, reference);
  }
  return [...groups.values()].map((parts) => parts.toSorted(inTheirOrder));
}
