import type { DepositInput, LineInput } from "@/matching/engine/contract";
import { toDeposit, toLine } from "../wire";
import { FieldError, inRow } from "./errors";
import type { CsvRecord } from "./records";
import { UniqueIds } from "./unique-ids";

export const LINE_PREFIX = "line_";

interface Group {
  deposit: DepositInput;
  lines: LineInput[];
  lineIds: UniqueIds;
  /** The deposit's first row, and its cells. */
  row: number;
  own: CsvRecord;
}

/** Deposits from rows: lines in a JSON column, or one row per line with the deposit's cells repeated. */
export class DepositGroups {
  readonly deposits: DepositInput[] = [];
  private readonly groups = new Map<string, Group>();
  private readonly ids: UniqueIds;

  constructor(
    private readonly file: string,
    private readonly currency: string,
  ) {
    this.ids = new UniqueIds(file, "id");
  }

  /** @throws FieldError, InputError */
  add(record: CsvRecord, row: number): void {
    const [own, line] = parted(record);
    if (!line) {
      this.begin(own, row);
      return;
    }
    const group = this.groups.get(own.id ?? "") ?? this.beginGroup(own, row);
    refuseDifference(own, group);
    const input = ofLine(() => toLine(withCustomer(line), group.deposit.currency));
    group.lineIds.add(input.id, row);
    group.lines.push(input);
  }

  private beginGroup(own: CsvRecord, row: number): Group {
    const deposit = this.begin(own, row);
    const lines: LineInput[] = [];
    deposit.lines = lines;
    const lineIds = new UniqueIds(`${this.file}, deposit "${deposit.id}"`, `${LINE_PREFIX}id`);
    const group = { deposit, lines, lineIds, row, own };
    this.groups.set(deposit.id, group);
    return group;
  }

  private begin(own: CsvRecord, row: number): DepositInput {
    const { lines, ...facts } = own;
    const value = lines === undefined ? facts : { ...facts, lines: parseCell("lines", lines) };
    const deposit = toDeposit(value, this.currency);
    this.ids.add(deposit.id, row);
    refuseTwinLines(this.file, row, deposit);
    this.deposits.push(deposit);
    return deposit;
  }
}

/** @throws InputError when two lines of a deposit have the same id */
export function refuseTwinLines(file: string, row: number, { id, lines }: DepositInput): void {
  const seen = new Set<string>();
  for (const [i, line] of (lines ?? []).entries()) {
    inRow(file, row, () => {
      if (!seen.has(line.id)) return seen.add(line.id);
      throw new FieldError(`lines[${i}].id`, `"${line.id}" appears twice in deposit "${id}"`);
    });
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

function ofLine(read: () => LineInput): LineInput {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    throw new FieldError(LINE_PREFIX + error.field, error.message);
  }
}

function withCustomer({ customer, ...line }: CsvRecord): object {
  return customer === undefined ? line : { ...line, customer: parseCell("customer", customer) };
}

function parseCell(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FieldError(field, "this is not JSON");
  }
}
