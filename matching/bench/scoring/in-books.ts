import type { Dataset } from "../model";
import { customerKey, Multiset } from "./classes";
import type { Proposal } from "./proposal";
import { spansDeposits } from "./truth-groups";

/**
 * A data set as its books show it. A Deposit links payments, and nothing says which of them paid which
 * line: payments of one customer of the ledger, currency and amount can stand for each other, also across Deposits. A
 * payment without a true customer stands only for itself.
 */
export interface BooksView {
  /** By payment id. */
  classOf: (paymentId: string) => string;
  /** Classes of the payments that belong on a deposit; one for each payment. */
  belongingTo: (depositId: string) => readonly string[];
}

/** The payments of each deposit in the truth. A payment for several deposits belongs on none of them. */
export function booksView(dataset: Dataset): BooksView {
  const shared = sharedNames(dataset);
  const classes = new Map(
    dataset.payments.map(({ id, currency, amount, customerName = "" }) => {
      const customer = customerKey(dataset.truth.paymentFacts.get(id));
      const account = shared.has(customerName) ? customerName : customer;
      return [id, account === null ? id : `${currency} ${account} ${amount}`];
    }),
  );
  const classOf = (id: string) => classes.get(id) ?? id;
  const belonging = new Map<string, string[]>();
  const spans = spansDeposits(dataset);
  for (const group of dataset.truth.groups) {
    if (spans(group)) continue;
    const own = belonging.get(group.depositId) ?? [];
    own.push(...group.paymentIds.map(classOf));
    belonging.set(group.depositId, own);
  }
  return { classOf, belongingTo: (id) => belonging.get(id) ?? [] };
}

/** Customers of the ledger who stand for several people: "Consultation Clients", "Walk-in". */
function sharedNames({ payments, truth }: Dataset): ReadonlySet<string> {
  const people = new Map<string, Set<string>>();
  for (const { id, customerName } of payments) {
    const customer = customerKey(truth.paymentFacts.get(id));
    if (!customerName || customer === null) continue;
    people.set(customerName, (people.get(customerName) ?? new Set()).add(customer));
  }
  return new Set([...people].flatMap(([name, { size }]) => (size > 1 ? name : [])));
}

/**
 * Counts of each proposal the payments that a bookkeeper would leave on the Deposit. Automatic proposals
 * come first, then the surer ones, so that a doubtful double does not take the right one's place.
 */
export function rightInBooks(
  view: BooksView,
  proposals: readonly Proposal[],
): Map<Proposal, number> {
  const open = new Map<string, Multiset>();
  const openOn = (depositId: string) => {
    const known = open.get(depositId) ?? new Multiset(view.belongingTo(depositId));
    open.set(depositId, known);
    return known;
  };
  const sorted = [...proposals].sort(
    (a, b) => Number(b.auto) - Number(a.auto) || b.probability - a.probability,
  );
  return new Map(
    sorted.map((proposal) => {
      const { depositId, paymentIds } = proposal;
      const belonging = openOn(depositId);
      return [proposal, paymentIds.filter((id) => belonging.take(view.classOf(id))).length];
    }),
  );
}

/** Whether a Deposit with these payments is as it should be: none wrong, and none missing. */
export function isRightDeposit(
  view: BooksView,
  depositId: string,
  paymentIds: readonly string[],
): boolean {
  const belonging = view.belongingTo(depositId);
  const open = new Multiset(belonging);
  return (
    paymentIds.length === belonging.length && paymentIds.every((id) => open.take(view.classOf(id)))
  );
}
