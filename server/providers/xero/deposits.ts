import { isDeepStrictEqual } from "node:util";
import { addDays } from "@/lib/dates";
import { sumMinor } from "@/lib/money";
import { ProviderError } from "@/server/providers/errors";
import type { DepositDraft, Ledger, LedgerDeposit } from "@/server/providers/ledger";
import type { Chart, Charts } from "./accounts";
import { isFailure, type Store, type XeroApi } from "./api";
import {
  type Booked,
  depositId,
  guidOf,
  isAlive,
  isOfTransfers,
  isReconciled,
  partsOf,
  referenceOf,
  titleOf,
  toLedgerDeposit,
} from "./booked";
import { explained } from "./closed-books";
import type { XeroConfig } from "./config";
import type { Processors } from "./contacts";
import {
  deleteDocument,
  documentsBetween,
  findDocuments,
  payoutsIn,
  readDocuments,
  sendDocument,
} from "./documents";
import { noTaxType } from "./lists";
import {
  amountOfBooked,
  amountOfPlanned,
  isAsPlanned,
  type Planned,
  plan,
  referenceFor,
} from "./planned";

/** An earlier attempt may have been dated otherwise, after the books were closed in between. */
const AROUND_DAYS = 45;
/** Of an idempotency key. */
const KEY_LENGTH = 128;

export function createDepositBook(
  api: XeroApi,
  charts: Charts,
  processors: Processors,
  { isOwnNote, pageSize }: Pick<XeroConfig, "isOwnNote" | "pageSize">,
): Pick<
  Ledger,
  "depositsBetween" | "createDeposit" | "readDeposit" | "readDeposits" | "deleteDeposit"
> {
  const readDeposits = async (store: Store, ids: readonly string[]): Promise<LedgerDeposit[]> => {
    const wanted = ids.map((id) => ({ id, parts: partsOf(id) }));
    const found = await readDocuments(
      api,
      store,
      wanted.flatMap(({ parts }) => parts),
      pageSize,
    );
    const chart = await charts(store);
    const alive = found.filter(isAlive);
    return wanted.flatMap(({ id, parts }) => {
      const own = alive.filter((each) => parts.some(({ guid }) => guid === guidOf(each)));
      // The id stays what it was, so that one of which a part was deleted is known by it.
      return own.length > 0 ? { ...toLedgerDeposit(own, chart), id } : [];
    });
  };

  return {
    async depositsBetween(store, from, to) {
      const documents = await documentsBetween(api, store, { from, to, pageSize });
      const accounts = documents.transactions.flatMap(({ BankAccount }) => BankAccount.AccountID);
      const chart = await charts(store, accounts);
      return payoutsIn(documents, chart, isOwnNote).map((parts) => ({
        ...toLedgerDeposit(parts, chart),
        ...(isPartial(parts, isOwnNote) && PARTIAL),
      }));
    },
    createDeposit: (store, draft, requestId, created = async () => {}) =>
      createDeposit({ api, charts, processors, store }, draft, requestId, created),
    readDeposits,
    readDeposit: async (store, id) => (await readDeposits(store, [id]))[0] ?? null,
    deleteDeposit: async (store, id, asCreated, begun) => {
      const found = await findDocuments(api, store, partsOf(id), asCreated?.date);
      const parts = found.filter(isAlive);
      if (parts.length === 0) return "absent";
      const chart = await charts(store);
      const reconciled = parts.find(isReconciled);
      if (reconciled) {
        const what = capital(titleOf(reconciled, chart));
        throw refused(
          "reconciled",
          `${what} is reconciled in Xero. Unreconcile it there, then undo again.`,
        );
      }
      const isWhole = parts.length === partsOf(id).length;
      if (asCreated && isWhole && !isSame(toLedgerDeposit(parts, chart), asCreated)) {
        throw refused(
          "changed",
          "This payout's transactions were changed in Xero, so we left them alone. Delete them there.",
        );
      }
      await takeBack({ api, store, chart }, parts, { begun }).catch(async (error: unknown) => {
        if (!(error instanceof ProviderError)) throw error;
        throw await explained(api, store, dayOf(parts), error);
      });
      return "deleted";
    },
  };
}

const PARTIAL = { isPartial: true } as const;

/**
 * Whether only the payout's draft tells what these are: its transfer is missing, or may go to the bank as well as come
 * from there.
 */
function isPartial(parts: readonly Booked[], isOwnNote: XeroConfig["isOwnNote"]): boolean {
  const isOwn = parts.every((each) => isOwnNote(referenceOf(each)));
  return (
    parts.every(({ part }) => part === "spend" || part === "receive") ||
    (isOwn && parts.every(({ part }) => isOfTransfers(part)))
  );
}

interface Work {
  api: XeroApi;
  charts: Charts;
  processors: Processors;
  store: Store;
}

/**
 * Books a payout. Its documents aren't made at once: each is looked for before it is sent, since Xero repeats its answer
 * to a known key for six minutes only, and the first ones are deleted when a later one is refused for good.
 */
async function createDeposit(
  { api, charts, processors, store }: Work,
  draft: DepositDraft,
  requestId: string,
  created: (id: string) => Promise<void>,
): Promise<LedgerDeposit> {
  demandClosed(draft);
  const { bankAccountId, clearingAccountId = "" } = draft;
  const chart = await charts(store, [bankAccountId, clearingAccountId]);
  const planned = plan(draft, chart, draft.taxCodeId ? await noTaxType(api, store) : "");
  const known = await knownOf(api, store, draft);
  const left = known.filter(isAlive);
  const wanted = planned.map((each) => {
    const index = left.findIndex((booked) => isAsPlanned(booked, each, chart));
    const [found] = index < 0 ? [] : left.splice(index, 1);
    return { each, found: found && { ...found, part: each.part } };
  });
  const [odd] = left;
  if (odd) {
    throw refused(
      "earlier_attempt",
      `Xero has ${titleOf(odd, chart)} of this payout, which is not what we would book. Delete it there, then post again.`,
    );
  }
  const contact = () => processors.contactOf(store, demandProcessor(draft), requestId);
  const done: Booked[] = [];
  for (const { each, found } of wanted) {
    try {
      done.push(found ?? (await send(api, store, each, { known, requestId, contact, chart })));
    } catch (error) {
      if (!isFailure(error, "rejected", "not_found", "forbidden")) throw error;
      if (draft.processor) await processors.forget(store, draft.processor);
      await takeBack({ api, store, chart }, done, { cause: error });
      throw await explained(api, store, draft.date, error);
    }
    if (done.length < wanted.length) await created(depositId(done));
  }
  return toLedgerDeposit(done, chart);
}

async function send(
  api: XeroApi,
  store: Store,
  planned: Planned,
  about: {
    known: readonly Booked[];
    requestId: string;
    contact: () => Promise<string>;
    chart: Chart;
  },
): Promise<Booked> {
  const contactId = planned.transaction ? await about.contact() : "";
  // A document that was deleted meanwhile would come as the answer to its own key.
  const deleted = about.known.filter(
    (booked) => !isAlive(booked) && isAsPlanned(booked, planned, about.chart),
  );
  const key = [about.requestId, planned.part, deleted.length || ""].filter(Boolean).join("-");
  if (key.length > KEY_LENGTH) throw new Error(`the request id ${about.requestId} is too long`);
  const booked = await sendDocument(api, store, planned, { contactId, key });
  const amount = amountOfBooked(booked, planned.currency);
  if (amount === amountOfPlanned(planned)) return booked;
  await deleteDocument(api, store, booked);
  throw new ProviderError("xero", "rejected", `deposit: it came out as ${amount}; deleted`, {
    code: "total_differs",
  });
}

/** What the books have of a payout, deleted documents too. */
async function knownOf(
  api: XeroApi,
  store: Store,
  { date, note }: DepositDraft,
): Promise<Booked[]> {
  const reference = referenceFor(note);
  const documents = await documentsBetween(api, store, {
    from: addDays(date, -AROUND_DAYS),
    to: addDays(date, AROUND_DAYS),
    reference,
  });
  const { transactions, transfers } = documents;
  const all: Booked[] = [
    ...transactions
      .filter(({ Type }) => Type === "SPEND" || Type === "RECEIVE")
      .map((transaction) => ({ part: "spend" as const, transaction })),
    ...transfers.map((transfer) => ({ part: "transfer" as const, transfer })),
  ];
  return all.filter((booked) => referenceOf(booked) === reference);
}

/**
 * Deletes documents, the last one first.
 * @param why.cause where a later document was refused: its words are kept. `begun`: called after the first deletion of
 *   several.
 * @throws ProviderError that says what is left
 */
async function takeBack(
  { api, store, chart }: { api: XeroApi; store: Store; chart: Chart },
  parts: readonly Booked[],
  { cause, begun }: { cause?: ProviderError; begun?: (() => Promise<void>) | undefined },
): Promise<void> {
  const left = [...parts];
  for (const each of parts.toReversed()) {
    try {
      await deleteDocument(api, store, each);
    } catch (error) {
      if (!isFailure(error, "rejected", "not_found", "forbidden")) throw error;
      const what = left.map((part) => titleOf(part, chart)).join(" and ");
      const words = (cause ?? error).detail.words;
      throw refused(
        "left_in_books",
        `Xero doesn't let us delete ${titleOf(each, chart)}. Left there: ${what}. Delete it in Xero.`,
        words,
      );
    }
    left.pop();
    if (left.length > 0 && left.length === parts.length - 1) await begun?.();
  }
}

function dayOf([first]: readonly Booked[]): string {
  return (first?.transfer ?? first?.transaction)?.Date ?? "";
}

/** Whether a deposit still is what it was, but for texts. */
function isSame(now: LedgerDeposit, then: LedgerDeposit): boolean {
  const facts = ({ date, total, currency, bankId, note, entries }: LedgerDeposit) => ({
    ...{ date, total, currency, bankId, note },
    entries: entries.map(({ amount, accountId }) => `${accountId} ${amount}`).toSorted(),
  });
  return isDeepStrictEqual(facts(now), facts(then));
}

// The last check before sending: lines that don't add up to the total are a defect of ours.
function demandClosed({ payments, entries, total }: DepositDraft): void {
  const sum = sumMinor([...payments, ...entries].map(({ amount }) => amount));
  if (sum !== total) throw new Error(`the draft's lines give ${sum}, not ${total}`);
}

function demandProcessor({ processor }: DepositDraft): string {
  if (processor) return processor;
  throw new Error("the draft names no processor, which Xero's bank transactions need");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function refused(code: string, sentence: string, words?: string): ProviderError {
  return new ProviderError("xero", "rejected", `deposit: ${code}`, { code, sentence, words });
}
