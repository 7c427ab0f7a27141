import type QuickBooks from "node-quickbooks";
import { sumMinor, toDecimal } from "@/lib/money";
import { ProviderError } from "@/server/providers/errors";
import { parseReply } from "@/server/providers/parse";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { toDeposit } from "@/server/providers/quickbooks/mapper";
import { all } from "@/server/providers/quickbooks/query";
import {
  deletion as deletionSchema,
  deposit as depositSchema,
  type QuickBooksDeposit,
} from "@/server/providers/quickbooks/schemas";
import type { DepositDraft, LedgerDeposit } from "@/server/providers/types";

export async function depositsBetween(
  api: QuickBooksApi,
  store: Store,
  from: string,
  to: string,
  pageSize: number | undefined,
): Promise<LedgerDeposit[]> {
  const { homeCurrency } = await api.credentials(store);
  const found = await all(
    api,
    store,
    {
      entity: "Deposit",
      find: "findDeposits",
      where: [
        { field: "TxnDate", operator: ">=", value: from },
        { field: "TxnDate", operator: "<=", value: to },
      ],
      row: depositSchema,
    },
    pageSize,
  );
  const byId = new Map(found.map((deposit) => [deposit.Id, deposit]));
  return [...byId.values()].map((deposit) => toDeposit(deposit, homeCurrency));
}

/**
 * Books a Deposit. QuickBooks answers a `requestId` (at most 50 characters) that it knows with the
 * first answer, so this may be called again whenever nobody knows what happened. After a definite no,
 * take a new one: the old may be answered with the old refusal.
 * @throws ProviderError "rejected" with code `total_differs` when QuickBooks made another sum of it;
 *   the Deposit is deleted again.
 */
export async function createDeposit(
  api: QuickBooksApi,
  store: Store,
  draft: DepositDraft,
  requestId: string,
): Promise<LedgerDeposit> {
  demandClosed(draft);
  const { homeCurrency } = await api.credentials(store);
  const body = depositBody(draft, homeCurrency);
  // A fresh object per attempt: the SDK takes the requestId off the one that it is given.
  const reply = await api.write(store, "deposit creation", (sdk, done) =>
    sdk.createDeposit({ ...body, requestId }, done),
  );
  const made = parseReply("quickbooks", "deposit creation", depositSchema, reply);
  const deposit = toDeposit(made, homeCurrency);
  if (deposit.total === draft.total && deposit.currency === draft.currency) return deposit;
  await deleteDeposit(api, store, made.Id);
  const sums = `${deposit.total} ${deposit.currency}, not ${draft.total} ${draft.currency}`;
  throw new ProviderError(
    "quickbooks",
    "rejected",
    `deposit creation: the total came out as ${sums}; the deposit was deleted`,
    { code: "total_differs" },
  );
}

export async function readDeposit(
  api: QuickBooksApi,
  store: Store,
  id: string,
): Promise<LedgerDeposit | null> {
  const found = await findDeposit(api, store, id);
  return found && toDeposit(found, (await api.credentials(store)).homeCurrency);
}

/** As many ids as one query's address comfortably carries. */
const ID_BATCH = 200;

export async function readDeposits(
  api: QuickBooksApi,
  store: Store,
  ids: readonly string[],
): Promise<LedgerDeposit[]> {
  const { homeCurrency } = await api.credentials(store);
  const found: QuickBooksDeposit[] = [];
  for (let start = 0; start < ids.length; start += ID_BATCH) {
    const value = ids.slice(start, start + ID_BATCH);
    found.push(
      ...(await all(api, store, {
        entity: "Deposit",
        find: "findDeposits",
        where: [{ field: "Id", operator: "IN", value }],
        row: depositSchema,
      })),
    );
  }
  return found.map((deposit) => toDeposit(deposit, homeCurrency));
}

/** Deletes what is there now; when somebody edits it in between, once more. */
export async function deleteDeposit(api: QuickBooksApi, store: Store, id: string): Promise<void> {
  try {
    await deleteCurrent(api, store, id);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure !== "stale") throw error;
    await deleteCurrent(api, store, id);
  }
}

async function deleteCurrent(api: QuickBooksApi, store: Store, id: string): Promise<void> {
  const found = await findDeposit(api, store, id);
  if (!found) return;
  // Given an id alone, the SDK would post the whole object back, which QuickBooks can refuse.
  const { Id, SyncToken } = found;
  try {
    const reply = await api.write(store, "deposit deletion", (sdk, done) =>
      sdk.deleteDeposit({ Id, SyncToken }, done),
    );
    parseReply("quickbooks", "deposit deletion", deletionSchema, reply);
  } catch (error) {
    if (error instanceof ProviderError && error.failure === "not_found") return;
    // An answer that can't be read (a proxy's page, half of it) does not tell what became of it.
    const unread = error instanceof ProviderError && error.detail.code === "unexpected_reply";
    if (unread && !(await findDeposit(api, store, id))) return;
    throw error;
  }
}

async function findDeposit(
  api: QuickBooksApi,
  store: Store,
  id: string,
): Promise<QuickBooksDeposit | null> {
  try {
    const reply = await api.read(store, "deposit", (sdk, done) => sdk.getDeposit(id, done));
    return parseReply("quickbooks", "deposit", depositSchema, reply);
  } catch (error) {
    if (error instanceof ProviderError && error.failure === "not_found") return null;
    throw error;
  }
}

function depositBody(
  draft: DepositDraft,
  homeCurrency: string,
): Parameters<QuickBooks["createDeposit"]>[0] {
  // The shortest decimal of a cent amount prints as itself, so JSON numbers stay exact.
  const wire = (minor: number) => Number(toDecimal(minor, draft.currency));
  return {
    DepositToAccountRef: { value: draft.bankAccountId },
    TxnDate: draft.date,
    PrivateNote: draft.note,
    ...(draft.currency === homeCurrency ? {} : { CurrencyRef: { value: draft.currency } }),
    Line: [
      // With a DetailType a linked line would be taken for a direct one, and its account asked for.
      ...draft.payments.map(({ kind, providerId, amount }) => ({
        Amount: wire(amount),
        LinkedTxn: [{ TxnId: providerId, TxnType: kind, TxnLineId: "0" }],
      })),
      ...draft.entries.map(({ amount, accountId, description }) => ({
        Amount: wire(amount),
        DetailType: "DepositLineDetail",
        Description: description,
        DepositLineDetail: { AccountRef: { value: accountId } },
      })),
    ],
  };
}

// Ours to get right, and the last place to notice: a Deposit that is off is not even sent.
function demandClosed({ payments, entries, total }: DepositDraft): void {
  const sum = sumMinor([...payments, ...entries].map(({ amount }) => amount));
  if (sum !== total) throw new Error(`the draft's lines give ${sum}, not ${total}`);
}
