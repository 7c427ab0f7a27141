import { toDayNumber } from "@/lib/dates";
import { weekday } from "../calendar";
import { feeOf } from "../fees";
import type { Dataset, RowFacts, TruthGroup } from "../model";

/** A line (or a deposit without lines) as a perfect reader sees it. */
export interface OracleLine {
  id: string;
  depositId: string;
  lineId: string | null;
  /** What the line is, as far as that is visible: its type, or the kind of bank text and the sign. */
  sort: string;
  day: number;
  currency: string;
  gross: number;
  /** Less the true fee, also where the line hides it. */
  net: number;
  facts: RowFacts;
}

export interface OraclePayment {
  id: string;
  day: number;
  currency: string;
  amount: number;
  facts: RowFacts;
}

export interface OracleRows {
  lines: OracleLine[];
  payments: OraclePayment[];
  /** True groups of one line and one payment: what has to be found. */
  pairs: { group: TruthGroup; line: OracleLine; payment: OraclePayment }[];
  /** All others, taken as found. */
  sets: TruthGroup[];
}

const NO_FACTS: RowFacts = { customer: null, showsCustomer: false, references: [] };

/** Splits a data set into what the oracle has to decide and the sums that it gets for free. */
export function oracleRows({ deposits, payments, truth }: Dataset): OracleRows {
  const sets = truth.groups.filter(isSet);
  const free = new Set(sets.flatMap((group) => [...leftIds(group), ...group.paymentIds]));
  const lines = new Map<string, OracleLine>();
  for (const deposit of deposits) {
    const { id: depositId, currency } = deposit;
    const factsOf = (id: string) => truth.lineFacts.get(id) ?? NO_FACTS;
    for (const { id, type, date, amount } of deposit.lines ?? []) {
      const fee = type === "charge" ? feeOf(amount, currency) : 0;
      const row = { id, depositId, lineId: id, sort: type, currency, gross: amount };
      lines.set(id, { ...row, day: toDayNumber(date), net: amount - fee, facts: factsOf(id) });
    }
    if (deposit.lines) continue;
    const sort = `${deposit.description?.split(" ")[0]} ${Math.sign(deposit.amount)}`;
    const row = { id: depositId, depositId, lineId: null, sort, currency, gross: deposit.amount };
    const day = toDayNumber(deposit.date);
    lines.set(depositId, { ...row, day, net: deposit.amount, facts: factsOf(depositId) });
  }
  const rows = new Map<string, OraclePayment>();
  for (const { id, date, currency, amount } of payments) {
    const facts = truth.paymentFacts.get(id) ?? NO_FACTS;
    rows.set(id, { id, day: toDayNumber(date), currency, amount, facts });
  }
  const pairs = truth.groups.flatMap((group) => {
    const line = lines.get(leftIds(group)[0] ?? "");
    const payment = rows.get(group.paymentIds[0] ?? "");
    return isSet(group) || !line || !payment ? [] : [{ group, line, payment }];
  });
  return {
    lines: [...lines.values()].filter(({ id }) => !free.has(id)),
    payments: [...rows.values()].filter(({ id }) => !free.has(id)),
    pairs,
    sets,
  };
}

/** The customers whom a row may be of, as far as it shows; none where it shows nothing. */
export function customersShown({ showsCustomer, customer, among }: RowFacts): readonly number[] {
  if (!showsCustomer || customer === null) return [];
  return among ?? [customer];
}

function isSet(group: TruthGroup): boolean {
  return group.lineIds.length > 1 || group.paymentIds.length > 1;
}

function leftIds({ depositId, lineIds }: TruthGroup): string[] {
  return lineIds.length > 0 ? lineIds : [depositId];
}

/** How the amount of a payment relates to its line; `outcomes` amounts would do so alike. */
export interface Way {
  name: string;
  outcomes: number;
}

/** Minor units: up to here differences are slips, beyond they are fees with an amount of their own. */
const SLIP = 100;
const LARGEST_FEE = 2500;

/** Null where nothing relates the amounts. */
export function wayOf(line: OracleLine, amount: number): Way | null {
  if (amount === line.gross) return { name: "gross", outcomes: 1 };
  if (amount === line.net) return { name: "net", outcomes: 1 };
  if (amount * line.gross <= 0) return null;
  if (isTransposed(Math.abs(amount), Math.abs(line.gross))) {
    return { name: "transposed", outcomes: String(Math.abs(amount)).length - 1 };
  }
  const difference = amount - line.gross;
  if (Math.abs(difference) <= SLIP) return { name: "slip", outcomes: 2 * SLIP };
  return Math.abs(difference) <= LARGEST_FEE ? { name: `off ${difference}`, outcomes: 1 } : null;
}

function isTransposed(a: number, b: number): boolean {
  const [left, right] = [String(a), String(b)];
  if (left.length !== right.length) return false;
  const at = [...left].findIndex((digit, i) => digit !== right[i]);
  return (
    left[at] === right[at + 1] &&
    left[at + 1] === right[at] &&
    left.slice(at + 2) === right.slice(at + 2)
  );
}

/** Lags are counted by day of the week, because weekends shift them. */
export function lagKey(line: OracleLine, day: number): string {
  return `${line.sort} ${weekday(line.day)} ${day - line.day}`;
}
