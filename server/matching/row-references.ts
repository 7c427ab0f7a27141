import { Classes } from "./classes";
import { type Lexicon, NONE } from "./lexicon";
import {
  beginningOf,
  findReferences,
  isProcessorId,
  type Reference,
  readReferenceField,
} from "./references";
import type { DepositInput, LineInput, PaymentInput } from "./types";

/** What a row refers to, as numbers, and which kinds of ids it carries, as bits. */
interface RowReferences {
  references: number[];
  idKinds: number;
}

const NOTHING: RowReferences = { references: [], idKinds: 0 };
/** Bits of a number; more kinds of ids share them. */
const MOST_ID_KINDS = 30;

/**
 * Reads the references of rows. The ledger comes first: of the lines' references only those count
 * that the ledger knows, the others join nothing.
 */
export class ReferenceReader {
  private readonly idKinds = new Classes();

  constructor(private readonly lexicon: Lexicon) {}

  ofPayment({ reference, note }: PaymentInput): RowReferences {
    return this.read([reference, note], reference, (found) => this.lexicon.reference(found), true);
  }

  ofDeposit(deposit: DepositInput, line: LineInput | undefined): RowReferences {
    const { id, reference, description } = line ?? deposit;
    return this.read(
      [reference, description, isProcessorId(id) ? id : undefined],
      reference,
      (found) => this.lexicon.knownReference(found),
      false,
    );
  }

  private read(
    texts: (string | undefined)[],
    field: string | undefined,
    numberOf: (reference: Reference) => number,
    isCutOff: boolean,
  ): RowReferences {
    const found: Reference[] = [];
    for (const text of texts) if (text) found.push(...findReferences(text));
    if (field) found.push(...readReferenceField(field));
    if (found.length === 0) return NOTHING;
    const references: number[] = [];
    let idKinds = 0;
    const add = (number: number) => {
      if (number !== NONE && !references.includes(number)) references.push(number);
    };
    for (const reference of found) {
      const kind = idKindOf(reference);
      if (kind) idKinds |= 1 << (this.idKinds.of(kind) % MOST_ID_KINDS);
      add(numberOf(reference));
      const beginning = beginningOf(reference, isCutOff);
      if (beginning) add(numberOf(beginning));
    }
    return references.length === 0 ? { ...NOTHING, idKinds } : { references, idKinds };
  }
}

/** Two ids of one kind that are not the same id contradict each other: charges, check numbers. */
function idKindOf({ key, kind }: Reference): string {
  if (kind === "processor_id") return key.slice(0, key.indexOf("_"));
  return kind === "check_number" ? kind : "";
}
