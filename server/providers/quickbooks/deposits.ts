import type QuickBooks from "node-quickbooks";
import { minorDigits, sumMinor, toDecimal } from "@/lib/money";
import { isAbroad, ProviderError } from "@/server/providers/errors";
import type {
  CompanyFacts,
  DepositDraft,
  DepositDraftEntry,
  LedgerDeposit,
} from "@/server/providers/ledger";
import { parseReply } from "@/server/providers/parse";
import { inactiveAccounts } from "@/server/providers/quickbooks/accounts";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import type { CompanyFactsReader } from "@/server/providers/quickbooks/company-facts";
import { atRate, exchangeRate } from "@/server/providers/quickbooks/exchange-rate";
import { toDeposit } from "@/server/providers/quickbooks/mapper";
import { linkedTxn } from "@/server/providers/quickbooks/payment-ref";
import { all } from "@/server/providers/quickbooks/query";
import {
  deletion as deletionSchema,
  deposit as depositSchema,
  type QuickBooksDeposit,
} from "@/server/providers/quickbooks/schemas";

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
 * Creates a Deposit. QuickBooks repeats its first reply to a known `requestId` (at most 50 characters),
 * so a call with an unknown outcome can be retried. After a refusal use a new one, or QuickBooks may
 * repeat the refusal.
 * @throws ProviderError "rejected" with code `total_differs` when QuickBooks computes another total, or another one
 * in its home currency; the Deposit is deleted. With code `no_exchange_rate` when it has no rate.
 */
export async function createDeposit(
  api: QuickBooksApi,
  store: Store,
  companyFacts: CompanyFactsReader,
  draft: DepositDraft,
  requestId: string,
): Promise<LedgerDeposit> {
  demandClosed(draft);
  const { homeCurrency } = await api.credentials(store);
  const isForeign = draft.currency !== homeCurrency;
  const rate = isForeign ? await exchangeRate(api, store, draft) : null;
  const facts = await companyFacts.kept(store);
  const body = depositBody(draft, { rate, facts });
  // A new object per attempt: the SDK removes the requestId from its argument.
  const reply = await api
    .write(store, "deposit creation", (sdk, done) =>
      sdk.createDeposit({ ...body, requestId }, done),
    )
    .catch(async (error: unknown) => {
      const explained = await companyFacts.explain(store, facts, error);
      throw await namingInactive(api, store, draft, explained);
    });
  const made = parseReply("quickbooks", "deposit creation", depositSchema, reply);
  const deposit = toDeposit(made, homeCurrency);
  const atHome = rate === null ? null : { rate, from: draft.currency, to: homeCurrency };
  const isExact = deposit.total === draft.total && deposit.currency === draft.currency;
  if (isExact && (!atHome || isWorth(made, draft, atHome))) return deposit;
  await deleteDeposit(api, store, made.Id);
  const sums = isExact
    ? `${made.HomeTotalAmt} ${homeCurrency} at a rate of ${rate}`
    : `${deposit.total} ${deposit.currency}, not ${draft.total} ${draft.currency}`;
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

/** The number of ids that fit well into one query's address. */
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

/** Deletes the Deposit's current version; retries once when it was edited in between. */
export async function deleteDeposit(
  api: QuickBooksApi,
  store: Store,
  id: string,
): Promise<"deleted" | "absent"> {
  try {
    return await deleteCurrent(api, store, id);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure !== "stale") throw error;
    return deleteCurrent(api, store, id);
  }
}

async function deleteCurrent(
  api: QuickBooksApi,
  store: Store,
  id: string,
): Promise<"deleted" | "absent"> {
  const found = await findDeposit(api, store, id);
  if (!found) return "absent";
  // Given only an id, the SDK would send the whole object, which QuickBooks can refuse.
  const { Id, SyncToken } = found;
  try {
    const reply = await api.write(store, "deposit deletion", (sdk, done) =>
      sdk.deleteDeposit({ Id, SyncToken }, done),
    );
    parseReply("quickbooks", "deposit deletion", deletionSchema, reply);
  } catch (error) {
    if (error instanceof ProviderError && error.failure === "not_found") return "absent";
    // An unreadable reply (a proxy's page, a truncated one) leaves the outcome unknown.
    const unread = error instanceof ProviderError && error.detail.code === "unexpected_reply";
    if (!unread || (await findDeposit(api, store, id))) throw error;
  }
  return "deleted";
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

/** QuickBooks says that something is inactive, not what: accounts are looked up. */
async function namingInactive(
  api: QuickBooksApi,
  store: Store,
  { bankAccountId, payments, entries }: DepositDraft,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ProviderError) || error.failure !== "not_found") return error;
  const lines = [...entries, ...payments.flatMap(({ line }) => line ?? [])];
  const ids = [bankAccountId, ...lines.map(({ accountId }) => accountId)];
  const names = await inactiveAccounts(api, store, ids).catch(() => []);
  const { provider, failure, message, detail } = error;
  return new ProviderError(provider, failure, message, { ...detail, inactiveAccounts: names });
}

/** Whether the total in the home currency is that of the rate; QuickBooks may round it line by line. */
function isWorth(
  { HomeTotalAmt }: QuickBooksDeposit,
  { total, payments, entries }: DepositDraft,
  at: { rate: number; from: string; to: string },
): boolean {
  if (HomeTotalAmt === undefined || HomeTotalAmt === null) return true;
  const found = Number(HomeTotalAmt) * 10 ** minorDigits(at.to);
  return Math.abs(found - atRate(total, at)) <= 1 + payments.length + entries.length;
}

/** @param rate of a foreign currency; null in the home currency. */
function depositBody(
  draft: DepositDraft,
  { rate, facts }: { rate: number | null; facts: CompanyFacts },
): Parameters<QuickBooks["createDeposit"]>[0] {
  // The shortest decimal of a cent amount is exact, so JSON numbers lose nothing.
  const wire = (minor: number) => Number(toDecimal(minor, draft.currency));
  const taxCodeId = isAbroad(facts) ? draft.taxCodeId : undefined;
  const directLine = (entry: DepositDraftEntry, ofTax: string | undefined) => ({
    Amount: wire(entry.amount),
    DetailType: "DepositLineDetail",
    Description: entry.description,
    DepositLineDetail: entryDetail(entry, ofTax),
  });
  return {
    DepositToAccountRef: { value: draft.bankAccountId },
    TxnDate: draft.date,
    PrivateNote: draft.note,
    ...(facts.multicurrency || rate !== null ? { CurrencyRef: { value: draft.currency } } : {}),
    ...(rate === null ? {} : { ExchangeRate: rate }),
    // The amounts are what the processor kept, tax and all.
    ...(isAbroad(facts) && {
      GlobalTaxCalculation: taxCodeId ? "TaxInclusive" : "NotApplicable",
    }),
    ...(draft.locationId && { DepartmentRef: { value: draft.locationId } }),
    Line: [
      ...draft.payments.map(({ kind, providerId, amount, line }) =>
        line
          ? // Moved, not sold: its sale was taxed where it was recorded.
            directLine({ ...line, amount }, undefined)
          : // With a DetailType QuickBooks treats a linked line as a direct one and requires an account.
            { Amount: wire(amount), LinkedTxn: [linkedTxn({ kind, providerId })] },
      ),
      ...draft.entries.map((entry) => directLine(entry, taxCodeId)),
    ],
  };
}

function entryDetail(
  { amount, accountId, customerId, classId, paymentMethodId }: DepositDraftEntry,
  taxCodeId: string | undefined,
) {
  return {
    AccountRef: { value: accountId },
    // Flat: QuickBooks drops a reference inside of it without a word.
    ...(customerId && { Entity: { value: customerId, type: "CUSTOMER" } }),
    ...(classId && { ClassRef: { value: classId } }),
    ...(paymentMethodId && { PaymentMethodRef: { value: paymentMethodId } }),
    ...(taxCodeId && {
      TaxCodeRef: { value: taxCodeId },
      // What is deducted was bought from the processor.
      TaxApplicableOn: amount < 0 ? "Purchase" : "Sales",
    }),
  };
}

// The last check before sending: a Deposit whose lines do not add up to its total is a defect of ours.
function demandClosed({ payments, entries, total }: DepositDraft): void {
  const sum = sumMinor([...payments, ...entries].map(({ amount }) => amount));
  if (sum !== total) throw new Error(`the draft's lines give ${sum}, not ${total}`);
}
