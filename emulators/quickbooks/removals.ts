import { releaseLinked } from "./deposits";
import { unreadable } from "./faults";
import { demandOpenBooks } from "./preferences";
import { applicationsOf, isDocument, releaseDocument, settleApplications } from "./receivables";
import {
  clockOf,
  type Entity,
  type EntityName,
  isTransaction,
  type QuickBooksState,
  touch,
} from "./state";
import { current, header, refuseDeposited } from "./writes";

/**
 * Deletes a transaction by `{Id, SyncToken}`. A Deposit releases its payments, a payment what it was applied
 * to, an invoice or credit memo the payments applied to it. Names can't be deleted.
 */
export function remove(state: QuickBooksState, name: EntityName, body: unknown) {
  if (!isTransaction(name)) throw unreadable(`Operation delete of ${name}`);
  const { Id = "", SyncToken } = header(body);
  const entity = current(state, name, Id, SyncToken);
  demandOpenBooks(state, entity.TxnDate);
  const at = clockOf(state);
  if (name === "Deposit") releaseLinked(state, entity, at);
  else refuseDeposited(entity);
  release(state, name, entity, at);
  delete state.entities[name][Id];
  state.deleted.push({ name, Id, at: at.toISOString() });
  return { status: "Deleted", domain: "QBO", Id };
}

/** Voids a payment, invoice or credit memo by `{Id, SyncToken}`: it stays, with amounts of zero. */
export function voidTransaction(state: QuickBooksState, name: EntityName, body: unknown): Entity {
  if (name !== "Payment" && !isDocument(name)) throw unreadable(`Operation void of ${name}`);
  const { Id = "", SyncToken } = header(body);
  const entity = current(state, name, Id, SyncToken);
  demandOpenBooks(state, entity.TxnDate);
  const at = clockOf(state);
  refuseDeposited(entity);
  release(state, name, entity, at);
  const zero = {
    Payment: { UnappliedAmt: 0, Line: [] },
    Invoice: { Balance: 0 },
    CreditMemo: { Balance: 0, RemainingCredit: 0 },
  }[name];
  const Line = (entity.Line ?? []).map((line) => ({ ...line, Amount: 0 }));
  const PrivateNote = ["Voided", entity.PrivateNote].filter(Boolean).join(" - ");
  Object.assign(entity, { Line, TotalAmt: 0, PrivateNote }, zero);
  touch(entity, at);
  return entity;
}

function release(state: QuickBooksState, name: EntityName, entity: Entity, at: Date): void {
  if (isDocument(name)) releaseDocument(state, { name, id: entity.Id }, at);
  if (name !== "Payment") return;
  const before = applicationsOf(entity, state);
  settleApplications(state, entity.Id, { before, after: new Map() }, at);
}
