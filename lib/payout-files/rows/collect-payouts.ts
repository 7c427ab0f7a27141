import { counted } from "@/lib/counted";
import { sumMinor, toDecimal } from "@/lib/money";
import {
  type LeftOut,
  type LineFacts,
  type OwnTotal,
  type PayoutKey,
  type RowCells,
  RowError,
  type TableReading,
} from "./types";

/** Something about a row, as a spreadsheet numbers it. */
export interface RowNote {
  row: number;
  reason: string;
}

export interface CollectedLine extends LineFacts {
  /** Null for a line that no row has. */
  row: number | null;
}

/** A payout whose lines add up to it. Minor units. */
export interface CollectedPayout extends PayoutKey {
  date: string;
  amount: number;
  lines: CollectedLine[];
}

export interface Collected {
  payouts: CollectedPayout[];
  errors: RowNote[];
  leftOut: RowNote[];
}

interface Group {
  key: PayoutKey;
  row: number;
  lines: CollectedLine[];
  /** What its own rows name, and where. */
  total: number | null;
  totalRows: number[];
  /** Why it can't be imported. */
  fault: string | null;
  broken: number[];
}

/**
 * The payouts of a table. One with a row that can't be read, or whose lines don't add up to what the file says it is, is
 * an error as a whole. A row that can't be read and names no payout may belong to any, so it holds up those whose total
 * nothing proves.
 */
export function collectPayouts(reading: TableReading, rows: readonly RowCells[]): Collected {
  const collector = new Collector(reading);
  for (const row of rows) collector.add(row);
  return collector.finish();
}

class Collector {
  private readonly groups = new Map<string, Group>();
  private readonly errors: RowNote[] = [];
  private readonly leftOut: RowNote[] = [];
  private readonly unplaced: number[] = [];
  /** By the processor's id: the row, and its facts. */
  private readonly seen = new Map<string, { row: number; facts: string }>();

  constructor(private readonly reading: TableReading) {}

  add(row: RowCells): void {
    const key = this.attempt(row, () => this.reading.payout(row));
    if (key === null) this.unplaced.push(row.row);
    else if ("leftOut" in key) this.leftOut.push({ row: row.row, reason: key.leftOut });
    else this.addTo(this.groupOf(key, row.row), row);
  }

  finish(): Collected {
    const payouts: CollectedPayout[] = [];
    for (const group of this.groups.values()) {
      const payout = this.whole(group);
      if (payout) payouts.push(payout);
    }
    const byRow = (a: RowNote, b: RowNote) => a.row - b.row;
    return { payouts, errors: this.errors.sort(byRow), leftOut: this.leftOut };
  }

  private groupOf(key: PayoutKey, row: number): Group {
    const known = this.groups.get(key.key);
    if (!known) {
      const group = { key, row, lines: [], total: null, totalRows: [], fault: null, broken: [] };
      this.groups.set(key.key, group);
      return group;
    }
    const { currency, date } = known.key;
    if (currency !== key.currency) {
      known.fault ??= `row ${row} is in ${key.currency}, and row ${known.row} in ${currency}`;
    } else if (date === null) known.key = { ...known.key, date: key.date };
    else if (key.date !== null && key.date !== date) {
      known.fault ??= `it was paid on ${date} in row ${known.row}, and on ${key.date} in row ${row}`;
    }
    return known;
  }

  private addTo(group: Group, row: RowCells): void {
    const facts = this.attempt(row, () => checked(row, this.reading.line(row, group.key), group));
    if (facts === null) group.broken.push(row.row);
    else if ("leftOut" in facts) this.leftOut.push({ row: row.row, reason: facts.leftOut });
    else if ("total" in facts) {
      group.total = (group.total ?? 0) + facts.total;
      group.totalRows.push(row.row);
    } else if (!this.isRepeated(facts, group, row.row))
      group.lines.push({ ...facts, row: row.row });
  }

  /** A movement that the file has twice, as downloads that overlap. Rows without an id are never the same. */
  private isRepeated(facts: LineFacts, { key }: Group, row: number): boolean {
    if (facts.id === null) return false;
    const id = JSON.stringify([key.key, facts.id]);
    const all = JSON.stringify(facts);
    const first = this.seen.get(id);
    if (first?.facts !== all) {
      if (!first) this.seen.set(id, { row, facts: all });
      return false;
    }
    this.leftOut.push({ row, reason: `repeats row ${first.row}` });
    return true;
  }

  private whole(group: Group): CollectedPayout | null {
    const { key } = group;
    const total = group.total ?? this.reading.total?.(key) ?? null;
    const lines = [...group.lines, ...this.further(key)];
    const amount = sumMinor(lines.map(({ net }) => net));
    const fault = group.fault ?? this.faultOf({ ...group, total }, lines, amount);
    const days = lines.map(({ date }) => date).sort();
    const date = key.date ?? days.at(-1);
    if (fault === null && date !== undefined) {
      return { ...key, date, amount, lines };
    }
    const name = key.id === null ? "The payout" : `Payout ${key.id}`;
    this.errors.push({ row: group.row, reason: `${name} is not imported: ${fault}.` });
    return null;
  }

  private further(key: PayoutKey): CollectedLine[] {
    return (this.reading.further?.(key) ?? []).map((line) => ({ ...line, row: null }));
  }

  private faultOf(group: Group, lines: CollectedLine[], amount: number): string | null {
    const { key, broken, total, totalRows } = group;
    if (broken.length > 0) return `${rowsText(broken)} can't be read`;
    if (lines.length === 0) return "the file has no line of it";
    if (total === null) {
      return this.unplaced.length === 0
        ? null
        : `${rowsText(this.unplaced)} can't be read and may belong to it`;
    }
    if (total === amount) return null;
    const [says, sum, rest] = [total, amount, total - amount].map((minor) =>
      toDecimal(minor, key.currency),
    );
    const rows = rowsText(group.lines.flatMap(({ row }) => row ?? []));
    const own = totalRows.length === 0 ? "the report's total" : rowsText(totalRows);
    return `${rows} add up to ${sum} ${key.currency}, but ${own} says ${says}: a difference of ${rest}`;
  }

  private attempt<Value>(row: RowCells, read: () => Value): Value | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      this.errors.push({ row: row.row, reason: error.message });
      return null;
    }
  }
}

type RowFacts = LineFacts | OwnTotal | LeftOut;

/** @throws RowError when net isn't gross less fee */
function checked(row: RowCells, facts: RowFacts, { key }: Group): RowFacts {
  if (!("net" in facts) || facts.gross - facts.fee === facts.net) return facts;
  const [less, net] = [facts.gross - facts.fee, facts.net].map((minor) =>
    toDecimal(minor, key.currency),
  );
  return row.fail("", `gross less fee is ${less}, but its net is ${net}`);
}

const MOST_NAMED = 6;

/** "row 3", "rows 3–7", "rows 3, 5–9 and 12" */
function rowsText(rows: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const row of rows) {
    const last = spans.at(-1);
    if (last && row === last[1] + 1) last[1] = row;
    else spans.push([row, row]);
  }
  if (spans.length > MOST_NAMED) return counted(rows.length, "row");
  const texts = spans.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  const list = new Intl.ListFormat("en-GB").format(texts);
  return `${rows.length === 1 ? "row" : "rows"} ${list}`;
}
