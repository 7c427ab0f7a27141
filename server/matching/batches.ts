import { append } from "./grouping";
import type { Entry, Unit } from "./normalize";
import { COMPLETE_GROUP_BITS, SET_PRIOR_BITS } from "./prior";
import { lagBits } from "./score";
import { type OpenRows, probabilityOf, type SetProposal, sumBits } from "./set-proposal";

/** A batch may be booked from the first line's day until a few days after the payout. */
const DAYS_AFTER_PAYOUT = 5;
/** Each group is tried with and without returns, gross and net. */
const WAYS_TRIED_BITS = 2;
const OTHER_CUSTOMER_BITS = -5;
const ENOUGH_NAME_BITS = 5;

interface Group {
  /** What the group is all of, for people. */
  label: string;
  /** All lines are of one customer, so the payment's customer has to be that one. */
  ofCustomer: boolean;
  units: Unit[];
}

/**
 * Several lines that were booked as one payment: "card sales of 2 March", or everything a customer
 * bought in one payout. Only complete groups of open lines are tried, never loose subsets: a sum
 * alone would prove nothing. All lines of a batch lie in one deposit, as a match does.
 */
export function findBatches(open: OpenRows): SetProposal[] {
  const byAmount = new Map<string, Entry[]>();
  for (const entry of open.entries) append(byAmount, `${entry.currency}${entry.amount}`, entry);
  const found: SetProposal[] = [];
  const seen = new Set<string>();
  for (const group of groupsOf(open)) {
    for (const units of variantsOf(group.units)) {
      const members = units.map((unit) => unit.index).join();
      if (units.length < 2 || seen.has(members)) continue;
      seen.add(members);
      for (const level of ["sum_gross", "sum_net"] as const) {
        const set = batchOf(open, { ...group, units }, level, byAmount);
        if (!set) continue;
        found.push(set);
        break;
      }
    }
  }
  return found;
}

function batchOf(
  open: OpenRows,
  group: Group,
  level: "sum_gross" | "sum_net",
  byAmount: Map<string, Entry[]>,
): SetProposal | null {
  const [first] = group.units;
  if (!first) return null;
  const amounts = group.units.map((unit) => (level === "sum_gross" ? unit.gross : unit.net));
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const days = group.units.map((unit) => unit.day);
  const from = Math.min(...days);
  const to = Math.max(...days);
  const fitting = (byAmount.get(`${first.currency}${total}`) ?? []).filter(
    (entry) => entry.day >= from && entry.day <= to + DAYS_AFTER_PAYOUT,
  );
  const [entry] = fitting;
  // Two payments of this sum: no telling which, unless they are twins.
  if (!entry || fitting.some((other) => other.twins !== entry.twins)) return null;
  const lag = entry.day - to;
  const name = customerOf(open, group, entry);
  if (!name) return null;
  const parts = {
    sumBits: sumBits(amounts, WAYS_TRIED_BITS),
    completeBits: COMPLETE_GROUP_BITS,
    nameBits: name.bits,
    dateBits: lagBits(Math.max(lag, 0), false),
  };
  return {
    units: group.units,
    entries: [entry],
    level,
    completeAs: group.label,
    name: name.level,
    lag,
    ...parts,
    probability: probabilityOf(
      SET_PRIOR_BITS + parts.sumBits + parts.completeBits + parts.nameBits + parts.dateBits,
    ),
  };
}

/** A payment of one customer does not stand for a batch of several. */
function customerOf(open: OpenRows, group: Group, entry: Entry) {
  const names = group.units.map((unit) => open.scorer.name(unit, entry));
  const weakest = names.reduce((a, b) => (b.bits < a.bits ? b : a));
  if (group.ofCustomer) return weakest.bits >= ENOUGH_NAME_BITS ? weakest : null;
  if (weakest.bits > 0) return weakest;
  const namesOneOfThem = names.some((name) => name.bits >= ENOUGH_NAME_BITS);
  return { level: "unknown" as const, bits: namesOneOfThem ? OTHER_CUSTOMER_BITS : 0 };
}

function groupsOf({ units, rows }: OpenRows): Iterable<Group> {
  const groups = new Map<string, Group>();
  const add = (key: string, label: string, ofCustomer: boolean, unit: Unit) => {
    const group = groups.get(key);
    if (group) group.units.push(unit);
    else groups.set(key, { label, ofCustomer, units: [unit] });
  };
  for (const unit of units) {
    if (!unit.line || !unit.explainable) continue;
    const { id } = unit.deposit;
    const date = unit.line.date;
    const customer = rows.lexicon.form(unit.name)?.key;
    add(`all ${id}`, "open lines of this payout", false, unit);
    add(`day ${id} ${date}`, `open lines of ${date} in this payout`, false, unit);
    if (customer) {
      add(`who ${id} ${customer}`, "open lines of this customer in this payout", true, unit);
    }
  }
  return groups.values();
}

/** With the returns taken off, and the receipts alone. */
function variantsOf(units: Unit[]): Unit[][] {
  const receipts = units.filter((unit) => unit.gross > 0);
  return receipts.length === units.length ? [units] : [units, receipts];
}
