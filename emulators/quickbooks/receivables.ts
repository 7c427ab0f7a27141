import { sumMinor } from "@/lib/money";
import { business, invalidReference, missing } from "./faults";
import { currencyOf, minor, wireAmount } from "./money";
import { type Entity, type Line, type QuickBooksState, touch } from "./state";

/** What a payment is applied to: invoices take of it, credit memos add to it. */
const DOCUMENTS = ["Invoice", "CreditMemo"] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

interface Application {
  name: DocumentName;
  id: string;
  /** Minor units. */
  amount: number;
}

/** By document; several lines on one add up. */
type Applications = Map<string, Application>;

export function isDocument(name: string): name is DocumentName {
  return DOCUMENTS.some((each) => each === name);
}

/** What the lines of a payment apply; nothing for any other object. */
export function applicationsOf(entity: Partial<Entity>, state: QuickBooksState): Applications {
  const found: Applications = new Map();
  const currency = currencyOf(entity, state);
  for (const line of entity.Line ?? []) {
    const [link] = line.LinkedTxn ?? [];
    if (!link || !isDocument(link.TxnType)) continue;
    const key = `${link.TxnType} ${link.TxnId}`;
    const amount = minor(line.Amount, currency) + (found.get(key)?.amount ?? 0);
    found.set(key, { name: link.TxnType, id: link.TxnId, amount });
  }
  return found;
}

/**
 * The lines of a payment as QuickBooks stores them, and its unapplied rest.
 * @param before what the payment applied until now
 * @throws QuickBooksFault where it applies more than it has, more than a document has left, or belongs to
 *   another customer or currency.
 */
export function appliedLines(
  state: QuickBooksState,
  payment: Partial<Entity>,
  before: Applications,
): { Line: Line[]; UnappliedAmt: number } {
  const currency = currencyOf(payment, state);
  for (const [key, { name, id, amount }] of applicationsOf(payment, state)) {
    const document = state.entities[name][id];
    if (!document) throw invalidReference(`${name}s element id ${id} not found`);
    if (currencyOf(document, state) !== currency || !isOwn(state, payment, document)) {
      throw business(`${name} ${id} does not belong to the customer and currency of the payment.`);
    }
    const left = balanceOf(document, state) + (before.get(key)?.amount ?? 0);
    if (amount <= 0 || amount > left) {
      throw business(`The amount applied to ${name} ${id} is more than its open balance.`);
    }
  }
  const left = unapplied(payment, state);
  if (left < 0) throw business("The amount applied is more than the payment.");
  return {
    Line: (payment.Line ?? []).map((line) => withNotes(state, line, before)),
    UnappliedAmt: wireAmount(left, currency),
  };
}

/** Below 0 where it applies more than it has. Minor units. */
function unapplied(payment: Partial<Entity>, state: QuickBooksState): number {
  const currency = currencyOf(payment, state);
  const applied = (payment.Line ?? []).map(({ Amount, LinkedTxn: [link] = [] }) =>
    link?.TxnType === "CreditMemo" ? -minor(Amount, currency) : minor(Amount, currency),
  );
  return minor(payment.TotalAmt, currency) - sumMinor(applied);
}

/** Moves the balances of all documents from what a payment applied before to what it applies now. */
export function settleApplications(
  state: QuickBooksState,
  paymentId: string,
  { before, after }: { before: Applications; after: Applications },
  at: Date,
): void {
  for (const [key, { name, id }] of new Map([...before, ...after])) {
    const moved = (after.get(key)?.amount ?? 0) - (before.get(key)?.amount ?? 0);
    const document = state.entities[name][id];
    if (!document || moved === 0) continue;
    setBalance(document, balanceOf(document, state) - moved, state);
    relink(document, paymentId, after.has(key));
    touch(document, at);
  }
}

/** Unlinks a document that is deleted or voided from its payments, whose money is then unapplied. */
export function releaseDocument(
  state: QuickBooksState,
  { name, id }: Pick<Application, "name" | "id">,
  at: Date,
): void {
  for (const payment of Object.values(state.entities.Payment)) {
    const before = applicationsOf(payment, state);
    if (!before.has(`${name} ${id}`)) continue;
    const rest = (payment.Line ?? []).filter(
      ({ LinkedTxn: [link] = [] }) => link?.TxnType !== name || link.TxnId !== id,
    );
    // Without its credit memo it may apply more than it has. Then it applies nothing.
    const Line = unapplied({ ...payment, Line: rest }, state) < 0 ? [] : rest;
    Object.assign(payment, appliedLines(state, { ...payment, Line }, before));
    settleApplications(state, payment.Id, { before, after: applicationsOf(payment, state) }, at);
    touch(payment, at);
  }
}

/**
 * What QuickBooks itself fills in on an invoice or credit memo: number, day, total and what is left of it.
 * @param id of the stored one that is replaced
 * @throws QuickBooksFault without a customer, and where payments have taken more than the total.
 */
export function completedDocument(
  state: QuickBooksState,
  name: DocumentName,
  fields: Partial<Entity>,
  id: string | undefined,
): Record<string, unknown> {
  const stored = state.entities[name][id ?? ""];
  const { CustomerRef, TxnDate, DocNumber, LinkedTxn: _, ...rest } = fields;
  if (!CustomerRef) throw missing("CustomerRef");
  if (stored?.LinkedTxn && stored.CustomerRef?.value !== CustomerRef.value) {
    throw business(`The customer of ${name} ${id} can't be changed: a payment is linked to it.`);
  }
  const currency = currencyOf(fields, state);
  const items = (fields.Line ?? []).filter(({ DetailType }) => DetailType !== "SubTotalLineDetail");
  const total = sumMinor(items.map(({ Amount }) => minor(Amount, currency)));
  if (total < 0) throw business("Transaction amount must be 0 or greater.");
  const taken = stored ? minor(stored.TotalAmt, currency) - balanceOf(stored, state) : 0;
  if (taken > total) throw business(`Payments of ${name} ${id} are more than its total.`);
  const Balance = wireAmount(total - taken, currency);
  return {
    ...rest,
    CustomerRef,
    TxnDate,
    DocNumber: DocNumber ?? stored?.DocNumber ?? String(1000 + state.nextId.transaction),
    ...(stored?.LinkedTxn ? { LinkedTxn: stored.LinkedTxn } : {}),
    TotalAmt: wireAmount(total, currency),
    Balance,
    ...(name === "Invoice" ? { DueDate: fields.DueDate ?? TxnDate } : { RemainingCredit: Balance }),
  };
}

function balanceOf(document: Entity, state: QuickBooksState): number {
  return minor(Number(document.Balance ?? 0), currencyOf(document, state));
}

function setBalance(document: Entity, balance: number, state: QuickBooksState): void {
  document.Balance = wireAmount(balance, currencyOf(document, state));
  if ("RemainingCredit" in document) document.RemainingCredit = document.Balance;
}

function relink(document: Entity, paymentId: string, isLinked: boolean): void {
  const others = (document.LinkedTxn ?? []).filter(({ TxnId }) => TxnId !== paymentId);
  const links = isLinked ? [...others, { TxnId: paymentId, TxnType: "Payment" }] : others;
  if (links.length > 0) document.LinkedTxn = links;
  else delete document.LinkedTxn;
}

/** A customer pays their own invoices and those of their jobs. */
function isOwn(state: QuickBooksState, payment: Partial<Entity>, document: Entity): boolean {
  const payer = payment.CustomerRef?.value;
  const owner = document.CustomerRef?.value ?? "";
  return owner === payer || state.entities.Customer[owner]?.ParentRef?.value === payer;
}

// QuickBooks adds its internal name-value pairs to each document that a payment is applied to.
function withNotes(state: QuickBooksState, line: Line, before: Applications): Line {
  const [link] = line.LinkedTxn ?? [];
  const document = link && isDocument(link.TxnType) && state.entities[link.TxnType][link.TxnId];
  if (!document) return line;
  const held = before.get(`${link.TxnType} ${link.TxnId}`)?.amount ?? 0;
  const open = wireAmount(balanceOf(document, state) + held, currencyOf(document, state));
  const pair = (Name: string, Value: string) => ({
    name: "{http://schema.intuit.com/finance/v3}NameValue",
    declaredType: "com.intuit.schema.finance.v3.NameValue",
    scope: "javax.xml.bind.JAXBElement$GlobalScope",
    value: { Name, Value },
    nil: false,
    globalScope: true,
    typeSubstituted: false,
  });
  return {
    ...line,
    LineEx: {
      any: [
        pair("txnId", document.Id),
        pair("txnOpenBalance", open.toFixed(2)),
        pair("txnReferenceNumber", String(document.DocNumber ?? "")),
      ],
    },
  };
}
