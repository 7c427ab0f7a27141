import type { LedgerRow, PayoutItem } from "../records/records";
import { findReferences, readReferenceField } from "../text/references";

/** A reference that two records share, as one of them has it: "invoice number HL-3112". */
interface Written {
  noun: string;
  text: string;
}

/** Longer than any number that people write. */
const MAX_FIELD_LENGTH = 34;
const WORD = /[\p{L}\p{N}#][\p{L}\p{N}_\-/#]*/gu;
/** What processors call the records behind their ids, by prefix. */
const ID_NOUNS: Readonly<Record<string, string>> = {
  ch: "charge ID",
  pi: "payment ID",
  py: "payment ID",
  re: "refund ID",
  po: "payout ID",
  txn: "transaction ID",
  in: "invoice ID",
};

/**
 * The words for a reference that both records carry: references are compared in lower case and without signs, but
 * people search for them as they were written.
 * @param key of the reference, as compared
 */
export function writtenReference(
  { line, deposit }: PayoutItem,
  row: LedgerRow,
  key: string,
): Written {
  const { reference, description, id } = line ?? deposit;
  const { payment, invoice } = row;
  const numbers = line?.numbers?.map(({ value }) => value) ?? [];
  const fields = [invoice?.number, payment.reference, reference, ...numbers];
  const texts = [...fields, payment.note, description, id].filter((text) => text !== undefined);
  const text = firstOf(texts, (each) => wordIn(each, key)) ?? fieldIn(fields, key) ?? key;
  return { noun: nounOf(key, text, texts), text };
}

/** Null where no word of the text is this reference. */
function wordIn(text: string, key: string): string | null {
  for (const [word] of text.matchAll(WORD)) if (refersTo(word, key)) return word;
  return null;
}

/** A field as a whole: "RF18 5390 0754 7034". */
function fieldIn(fields: readonly (string | undefined)[], key: string): string | undefined {
  return fields
    .filter((field) => field !== undefined)
    .find((field) => field.length <= MAX_FIELD_LENGTH && refersTo(field, key))
    ?.trim();
}

function refersTo(text: string, key: string): boolean {
  // A processor's id that QuickBooks cut off.
  const beginning = key.endsWith("…") ? key.slice(0, -1) : null;
  return [...findReferences(text), ...readReferenceField(text)].some((found) =>
    beginning === null ? found.key === key : found.key.startsWith(beginning),
  );
}

function nounOf(key: string, text: string, texts: readonly string[]): string {
  if (key.startsWith("check ")) return "check number";
  const ofProcessor = /^([a-z]+)_/.exec(key)?.[1];
  if (ofProcessor !== undefined) return ID_NOUNS[ofProcessor] ?? "ID";
  const before = texts.map((each) => each.slice(0, Math.max(0, each.indexOf(text))).trimEnd());
  if (/^inv/i.test(text) || before.some((each) => /\binv(?:oice)?[ .:#]*(?:no\.?)?$/i.test(each))) {
    return "invoice number";
  }
  return before.some((each) => /\border[ .:#]*(?:no\.?)?$/i.test(each))
    ? "order number"
    : "reference";
}

function firstOf<T, R>(items: readonly T[], read: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = read(item);
    if (found !== null) return found;
  }
  return null;
}
