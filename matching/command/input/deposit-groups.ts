import type { Dialect } from "@/lib/tables/dialect";
import type { DepositInput, LineInput } from "@/matching/engine/contract";
import { LINE_PREFIX, toDeposit, toLine } from "../wire";
import { FieldError } from "./errors";
import type { CsvRecord } from "./records";
import { UniqueRows } from "./unique-rows";

interface Group {
  deposit: DepositInput;
  lines: LineInput[];
  unique: UniqueRows<LineInput>;
  /** The deposit's first row, and its cells. */
  row: number;
  own: CsvRecord;
}

/** Deposits from rows: lines in a JSON column, or one row per line with the deposit's cells repeated. */
export class DepositGroups {
  readonly deposits: DepositInput[] = [];
  private readonly groups = new Map<string, Group>();
  private readonly unique = new UniqueRows<DepositInput>("id");

  constructor(private readonly dialect: Dialect) {}

  /** @throws FieldError */
  add(record: CsvRecord, row: number): void {
    const [own, line] = parted(record);
    if (!line) {
      this.begin(own, row);
      return;
    }
    const group = this.groups.get(own.id ?? "") ?? this.beginGroup(own, row);
    if (!group) return;
    refuseDifference(own, group);
    const { currency } = group.deposit;
    const input = toLine(withCustomer(line), currency, this.dialect);
    if (group.unique.add(input, row)) group.lines.push(input);
  }

  /** What was left out. */
  notes(): string[] {
    const all = [this.unique, ...[...this.groups.values()].map(({ unique }) => unique)];
    return all.flatMap((unique) => unique.note() ?? []);
  }

  private beginGroup(own: CsvRecord, row: number): Group | null {
    const deposit = this.begin(own, row);
    if (!deposit) return null;
    const lines: LineInput[] = [];
    deposit.lines = lines;
    const unique = new UniqueRows<LineInput>(`${LINE_PREFIX}id`, ` in deposit "${deposit.id}"`);
    const group = { deposit, lines, unique, row, own };
    this.groups.set(deposit.id, group);
    return group;
  }

  private begin(own: CsvRecord, row: number): DepositInput | null {
    const { lines, ...facts } = own;
    const value = lines === undefined ? facts : { ...facts, lines: parseCell("lines", lines) };
    const deposit = toDeposit(value, this.dialect);
    refuseTwinLines(deposit);
    if (!this.unique.add(deposit, row)) return null;
    this.deposits.push(deposit);
    return deposit;
  }
}

/** @throws FieldError when two lines of a deposit have the same id */
export function refuseTwinLines({ id, lines }: DepositInput): void {
  const seen = new Set<string>();
  for (const [i, line] of (lines ?? []).entries()) {
    if (seen.has(line.id)) {
      throw new FieldError(`lines[${i}].id`, `"${line.id}" appears twice in deposit "${id}"`);
    }
    seen.add(line.id);
  }
}

function parted(record: CsvRecord): [own: CsvRecord, line: CsvRecord | null] {
  const own: CsvRecord = {};
  const line: CsvRecord = {};
  let hasLine = false;
  for (const [name, cell] of Object.entries(record)) {
    const isOfLine = name.startsWith(LINE_PREFIX);
    if (isOfLine) line[name.slice(LINE_PREFIX.length)] = cell;
    else own[name] = cell;
    hasLine ||= isOfLine;
  }
  return [own, hasLine ? line : null];
}

/** The rows of one deposit repeat its cells; different values are an error in the file. */
function refuseDifference(own: CsvRecord, group: Group): void {
  for (const name of new Set([...Object.keys(own), ...Object.keys(group.own)])) {
    if (own[name] === group.own[name]) continue;
    throw new FieldError(name, `differs from row ${group.row}, which is the same deposit`);
  }
}

function withCustomer({ customer, ...line }: CsvRecord): object {
  return customer === undefined
    ? line
    : { ...line, customer: parseCell(`${LINE_PREFIX}customer`, customer) };
}

function parseCell(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FieldError(field, "this is not JSON");
  }
}
