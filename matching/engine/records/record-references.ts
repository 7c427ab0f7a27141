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

const NO_REFERENCES: RecordReferences = { references: [], idKinds: 0, series: 0 };
/** "#4016", "20264016", "inv1042", but no code of letters and digits. */
const NUMBER_OF_SERIES = /^(#?\p{L}{0,6})(\d{3,8})$/u;
/** Bits of the series without letters, which are the most common ones: by number of digits. */
const BARE_SERIES = 9;
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
  ofPayment({ reference, note }: PaymentInput): RecordReferences {
    return this.read(
      [reference, note],
      reference,
      (found) => this.strings.internReference(found),
      true,
    );
  }

  /**
   * @returns the references of a line, or of a deposit without lines, that ledger rows carry, too
   */
  ofDeposit(deposit: DepositInput, line: LineInput | undefined): RecordReferences {
    return this.read(
      textsOf(deposit, line),
      (line ?? deposit).reference,
      (found) => this.strings.findReference(found),
      false,
    );
  }

  /** @returns keys of the same references, also of those that no ledger row carries */
  keysOfDeposit(deposit: DepositInput, line: LineInput | undefined): string[] {
    const keys: string[] = [];
    const note = ({ key }: Reference) => {
      keys.push(key);
      return NONE;
    };
    this.read(textsOf(deposit, line), (line ?? deposit).reference, note, false);
    return keys;
  }

  private read(
    texts: (string | undefined)[],
    field: string | undefined,
    numberOf: (reference: Reference) => number,
    isCutOff: boolean,
  ): RecordReferences {
    const found: Reference[] = [];
    for (const text of texts) if (text) found.push(...findReferences(text));
    if (field) found.push(...readReferenceField(field));
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
  private seriesBit({ key }: Reference): number {
    const [, letters, digits = ""] = NUMBER_OF_SERIES.exec(key) ?? [];
    if (letters === undefined) return 0;
    const isBare = letters === "" || letters === "#";
    const at = isBare ? digits.length : BARE_SERIES + this.series.of(`${letters}${digits.length}`);
    return at < MAX_ID_KINDS ? 1 << at : 0;
  }
}

/** All texts of a line, or of a deposit without lines, that carry references. */
function textsOf(deposit: DepositInput, line: LineInput | undefined): (string | undefined)[] {
  const { id, reference, description } = line ?? deposit;
  const numbers = line?.numbers?.map(({ value }) => value) ?? [];
  return [reference, ...numbers, description, isProcessorId(id) ? id : undefined];
}

/** Two different ids of one kind contradict each other: two charges, two check numbers. */
function idKindOf({ key, kind }: Reference): string {
  if (kind === "processor_id") return key.slice(0, key.indexOf("_"));
  return kind === "check_number" ? kind : "";
}
