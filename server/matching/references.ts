import { fold } from "./text";

/** What a reference looks like, which says how much it can prove. */
export type ReferenceKind = "processor_id" | "shared_reference" | "short_number";

export interface Reference {
  key: string;
  kind: ReferenceKind;
}

const PROCESSOR_ID = /^[a-z]{2,10}_[a-z0-9]{6,}$/;
const PLAIN_DATE = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
const AMOUNT = /(?:^|\s)[-+$€£]*\d+(?:,\d{3})*[.,]\d{2}(?=\s|$)/g;
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_\-/]*/gu;
const NUMBERED = /(?:#|\b(?:check|cheque|chk|ck|no|nr|inv|invoice|ref)\b[ .:#]*)0*(\d{3,4})(?!\d)/g;
/** QuickBooks cuts PaymentRefNum at 21 characters, so longer ids are known by their beginning too. */
const CUT = 21;

/**
 * References in a text: processor ids (ch_…, pi_…, po_…), invoice and order numbers of five or more
 * characters with a digit, and three- or four-digit numbers that are introduced as a number
 * ("check 1042"). Dates and amounts are none.
 */
export function findReferences(text: string): Reference[] {
  const found: Reference[] = [];
  const folded = fold(text).replace(AMOUNT, " ");
  for (const [word] of folded.matchAll(WORD)) {
    if (PROCESSOR_ID.test(word) && /\d/.test(word)) {
      found.push({ key: word, kind: "processor_id" });
      if (word.length >= CUT) found.push({ key: `${word.slice(0, CUT)}…`, kind: "processor_id" });
      continue;
    }
    const key = word.replace(/[-/_]/g, "");
    if (key.length < 5 || !/\d/.test(key) || PLAIN_DATE.test(key)) continue;
    found.push({ key, kind: "shared_reference" });
    const digits = /^\p{L}{1,6}0*(\d{5,})$/u.exec(key)?.[1];
    if (digits) found.push({ key: digits, kind: "shared_reference" });
  }
  for (const [, digits = ""] of folded.matchAll(NUMBERED)) {
    found.push({ key: `#${digits}`, kind: "short_number" });
  }
  return found;
}

/** A reference field that is nothing but a short number: a check or receipt number. */
export function asShortNumber(field: string): Reference | null {
  const digits = /^\s*#?0*(\d{3,4})\s*$/.exec(field)?.[1];
  return digits ? { key: `#${digits}`, kind: "short_number" } : null;
}

/** Whether this is an id made by a processor; row ids of files and databases are not. */
export function isProcessorId(id: string): boolean {
  return PROCESSOR_ID.test(fold(id)) && /\d/.test(id);
}
