import { EquivalenceClasses } from "../collections/equivalence-classes";
import { fitted } from "../collections/fitted";
import type { DepositInput, LineInput, PaymentInput } from "../contract";
import {
  findReferences,
  isProcessorId,
  type Reference,
  readReferenceField,
  truncatedReference,
} from "../text/references";
import { NONE, type StringTable } from "../text/string-table";

/**
 * What a record refers to: ids of references in the string table without duplicates, and the kinds
 * of ids it carries as a bit set.
 */
interface RecordReferences {
  references: readonly number[];
  idKinds: number;
  /** Series of numbers as a bit set: "invoice 2026-…", numbers of four digits. */
  series: number;
}

/** The numbers that one field of a line has: an order's, an invoice's. */
export interface FieldNumbers {
  /** Id of source and field in the string table: one source writes the books' number into one field. */
  field: number;
  /** Ids of references in the string table; NONE for those that no ledger row carries. */
  ids: readonly number[];
  /** Series of each as a bit. */
  series: readonly number[];
}

interface PaymentReferences extends RecordReferences {
  /** Those that the customer's name has. */
  jobNumbers: readonly number[];
}

interface LineReferences extends RecordReferences {
  fields: readonly FieldNumbers[];
}

const NO_REFERENCES: RecordReferences = { references: [], idKinds: 0, series: 0 };
const NO_NUMBERS: readonly number[] = [];
const NO_FIELDS: readonly FieldNumbers[] = [];
/** "#4016", "20264016", "inv1042", but no code of letters and digits. */
const NUMBER_OF_SERIES = /^(#?\p{L}{0,6})(\d{3,8})$/u;
/** Bits of the series without letters, which are the most common ones: by number of digits. */
const BARE_SERIES = 9;
const REFERENCE = "reference";
const DESCRIPTION = "description";
const STATED = /^(?:reference|description)(?: \d+)?$/;
const CHECK = /^check (\d+)$/;
/** Bits of a number; further kinds of ids share them. */
const MAX_ID_KINDS = 30;

/**
 * Reads the references of records into the string table. Ledger rows have to be read first: a
 * payout item keeps only references that some ledger row carries, because others cannot join.
 */
export class ReferenceReader {
  private readonly idKinds = new EquivalenceClasses();
  private readonly series = new EquivalenceClasses();

  constructor(private readonly strings: StringTable) {}

  /** @returns the references of a ledger row, new ones added to the string table */
  ofPayment({ reference, note, customerName }: PaymentInput): PaymentReferences {
    const numberOf = (found: Reference) => this.strings.internReference(found);
    const found = this.collect(referencesOfPayment({ reference, note }), numberOf, true);
    // "Moor, Lena:23-0130 Lease": the job's number is on all of its payments, whatever their memos say.
    const ofJob = read(customerName).filter(({ kind }) => kind !== "check_number");
    if (ofJob.length === 0) return { ...found, jobNumbers: NO_NUMBERS };
    const jobNumbers = fitted([...new Set(ofJob.map(numberOf))]);
    const references = fitted([...new Set([...found.references, ...jobNumbers])]);
    return { ...found, references, jobNumbers };
  }

  /**
   * @returns the references of a line, or of a deposit without lines, that ledger rows carry, too
   */
  ofDeposit(deposit: DepositInput, line: LineInput | undefined): LineReferences {
    const all = line ? referencesByField(line) : [{ field: "", found: wholeReferences(deposit) }];
    const numberOf = (found: Reference) => this.strings.findReference(found);
    const found = all.flatMap((each) => each.found);
    if (found.length === 0) return { ...NO_REFERENCES, fields: NO_FIELDS };
    const source = deposit.processor ?? "";
    const fields = line ? all.flatMap((each) => this.numbersOf(source, each, numberOf) ?? []) : [];
    return {
      ...this.collect(found, numberOf, false),
      fields: fields.length > 0 ? fitted(fields) : NO_FIELDS,
    };
  }

  /** Null for a field without numbers of a series. */
  private numbersOf(
    source: string,
    { field, found }: FieldReferences,
    numberOf: (reference: Reference) => number,
  ): FieldNumbers | null {
    const ids: number[] = [];
    const series: number[] = [];
    for (const reference of found) {
      const bit = this.seriesBit(reference);
      // A bare number is read as a check's, too, and is worth what its field is.
      if (bit === 0 && reference.kind !== "check_number") continue;
      ids.push(numberOf(reference));
      series.push(bit);
    }
    if (ids.length === 0) return null;
    return { field: this.strings.fieldId(source, field), ids: fitted(ids), series: fitted(series) };
  }

  private collect(
    found: readonly Reference[],
    numberOf: (reference: Reference) => number,
    isCutOff: boolean,
  ): RecordReferences {
    if (found.length === 0) return NO_REFERENCES;
    const references: number[] = [];
    let idKinds = 0;
    let series = 0;
    const add = (number: number) => {
      if (number !== NONE && !references.includes(number)) references.push(number);
    };
    for (const reference of found) {
      const kind = idKindOf(reference);
      if (kind) idKinds |= 1 << (this.idKinds.of(kind) % MAX_ID_KINDS);
      series |= this.seriesBit(reference);
      add(numberOf(reference));
      const beginning = truncatedReference(reference, isCutOff);
      if (beginning) add(numberOf(beginning));
    }
    return { references: fitted(references), idKinds, series };
  }

  /** Numbers of one series have the same letters and number of digits. Rare ones beyond the bits are left out. */
  private seriesBit(reference: Reference): number {
    const series = seriesOf(reference);
    if (series === null) return 0;
    const { letters, digits } = series;
    const at = letters === "" ? digits : BARE_SERIES + this.series.of(`${letters}${digits}`);
    return at < MAX_ID_KINDS ? 1 << at : 0;
  }
}

/** @returns the letters and the number of digits of a number; null for what is none */
export function seriesOf({ key }: Reference): { letters: string; digits: number } | null {
  const [, letters, digits = ""] = NUMBER_OF_SERIES.exec(key) ?? [];
  if (letters === undefined) return null;
  return { letters: letters === "#" ? "" : letters, digits: digits.length };
}

/** Two different ids of one kind contradict each other: two charges, two check numbers. */
function idKindOf({ key, kind }: Reference): string {
  if (kind === "processor_id") return key.slice(0, key.indexOf("_"));
  return kind === "check_number" ? kind : "";
}

/** What one field of a line refers to. */
export interface FieldReferences {
  field: string;
  found: Reference[];
}

/** @returns keys of the references of a line, or of a deposit as a whole, also of those that no ledger row carries */
export function referenceKeysOf(deposit: DepositInput, line: LineInput | undefined): string[] {
  const found = line
    ? referencesByField(line).flatMap((each) => each.found)
    : wholeReferences(deposit);
  return found.flatMap((reference) => {
    const beginning = truncatedReference(reference, false);
    return beginning ? [reference.key, beginning.key] : reference.key;
  });
}

export function referencesOfPayment({
  reference,
  note,
}: Pick<PaymentInput, "reference" | "note">): Reference[] {
  return [...read(reference), ...read(note), ...readField(reference)];
}

/** The line's own id is a reference where a processor made it. */
export function referencesByField(line: LineInput): FieldReferences[] {
  const { id, reference, description, numbers = [] } = line;
  return [
    ...byPlace(REFERENCE, [...read(reference), ...readField(reference), ...readId(id)]),
    ...byPlace(DESCRIPTION, read(description)),
    ...numbers.map(({ field, value }) => ({ field, found: readNumber(value) })),
  ];
}

/**
 * The numbers of a field by their place in it, as fields of their own: a shop that writes two numbers writes them in one
 * order. What is no number of a series is at the first place.
 */
function byPlace(field: string, found: Reference[]): FieldReferences[] {
  if (found.length === 0) return [];
  if (found.length === 1) return [{ field, found }];
  const places: { digits: string; found: Reference[] }[] = [{ digits: "", found: [] }];
  for (const reference of found) {
    const digits =
      NUMBER_OF_SERIES.exec(reference.key)?.[2] ?? CHECK.exec(reference.key)?.[1] ?? "";
    // "INV-2024-0311" is known as "311", too.
    const known = places.find(
      (place) =>
        digits === "" ||
        place.digits === "" ||
        place.digits.endsWith(digits) ||
        digits.endsWith(place.digits),
    );
    if (!known) {
      places.push({ digits, found: [reference] });
      continue;
    }
    if (digits.length > known.digits.length) known.digits = digits;
    known.found.push(reference);
  }
  return places.map((place, at) => ({
    field: at === 0 ? field : `${field} ${at + 1}`,
    found: place.found,
  }));
}

/** @returns whether a field is the line's reference or description, which are written for people */
export function isStatedField(field: string): boolean {
  return STATED.test(field);
}

function wholeReferences({ id, reference, description }: DepositInput): Reference[] {
  return [...read(reference), ...read(description), ...readId(id), ...readField(reference)];
}

function read(text: string | undefined): Reference[] {
  return text ? findReferences(text) : [];
}

function readField(field: string | undefined): Reference[] {
  return field ? readReferenceField(field) : [];
}

function readId(id: string): Reference[] {
  return isProcessorId(id) ? findReferences(id) : [];
}

/** The field says that it is a number, so it is one without a word before it; but none of a check. */
function readNumber(value: string): Reference[] {
  return [...findReferences(value), ...readReferenceField(value)].filter(
    ({ kind }) => kind !== "check_number",
  );
}
