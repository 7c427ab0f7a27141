import type { ReferenceKind } from "../parameters";
import { fold } from "./tokenize";

/** A normalized reference: equal keys are the same reference. The kind decides its match weight. */
export interface Reference {
  key: string;
  kind: ReferenceKind;
}

const PROCESSOR_ID = /^[a-z]{2,10}_[a-z0-9]{6,}$/;
const PLAIN_DATE = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
/** "03/12/26", "12-3-2026": month first or day first. */
const WRITTEN_DATE = /^(?:0?[1-9]|[12]\d|3[01])([-/])(?:0?[1-9]|[12]\d|3[01])\1(?:20)?\d{2}$/;
const AMOUNT = /(?:^|\s)[-+$€£]*\d+(?:,\d{3})*[.,]\d{2}(?=\s|$)/g;
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_\-/]*/gu;
const CHECK =
  /(?<![\p{L}\p{N}])(?:check|cheque|chk|ck|chq)[ .:#\-/_]*(?:no|nr)?[ .:#\-/_]*0*(\d{1,8})(?!\d)/gu;
const NUMBERED =
  /(?:#|\b(?:no?|nr|num|inv|invoice|order|ref|rechnung|rg|bestellung|facture|fact|commande|factura|pedido|fattura|ordine|fatura|faktura|factuur|zamowienie|schet|zakaz)\b[ .:#°-]*(?:no?|nr)?[ .:#°-]*)0*(\d{3,4})(?!\d)/g;
/** Any other number of three or four digits in a text, but no year: "Hóa đơn 1877", "請求書 1939". */
const BARE_NUMBER =
  /(?<![\p{L}\p{N}.,:\-/])(?!20[1-3]\d)0*([1-9]\d{2,3})(?![\p{L}\p{N}%]|[.,:\-/]\d)/gu;
/** Several numbers and nothing else: none of them is a year. */
const SEVERAL = /^\s*#?\d{3,8}(?:\s+#?\d{3,8})+\s*$/;
/** "2024-25", "2024/2025", "2026-03", "03/2026", "Q1-2026": a season or month, shared by everybody. */
const PERIOD =
  /^(?:(?:19|20)\d{2}[-/](?:\d{2}|(?:19|20)\d{2})|(?:0?[1-9]|1[0-2])[-/](?:19|20)\d{2}|(?:[qhw]|fy|kw)\d{1,2}[-/]?(?:19|20)?\d{2}|(?:19|20)\d{2}[-/]?[qhw]\d{1,2}|(?:fy|sy|[a-z]{3})[-/]?(?:19|20)\d{2})$/;
/** "2024-311", "INV-2024-0311": the number of the year, which others write alone. */
const YEARLY = /^(?:\p{L}{1,6}[-/]?)?(?:19|20)\d{2}[-/]0*(\d{3,6})$/u;
/** "WEB-4298": a series of its own, whose numbers others write alone. */
const LETTERED = /^\p{L}{1,6}[-/]0*([1-9]\d{2,3})$/u;
const GROUPS = /(?<![\p{L}\p{N}])(?:[a-z]{0,3}\d{2,6}[ ]){1,8}\d{2,6}(?![\p{L}\p{N}])/gu;
/**
 * QuickBooks truncates PaymentRefNum to 21 characters, so longer ids are also known by their
 * prefix.
 */
const MAX_REFERENCE_LENGTH = 21;

/**
 * Finds the references in a text: processor ids (ch_…, pi_…, po_…), check numbers, invoice and
 * order numbers of five or more characters with a digit, and three- or four-digit numbers
 * introduced as a number ("inv 1042"). Dates and amounts are not references.
 * @returns references in order of appearance, possibly with duplicates
 */
export function findReferences(text: string): Reference[] {
  if (!hasDigit(text)) return [];
  const folded = fold(text);
  // The common case: one id and nothing else.
  if (PROCESSOR_ID.test(folded)) return [{ key: folded, kind: "processor_id" }];
  const found: Reference[] = [];
  const plain = folded.includes(".") || folded.includes(",") ? folded.replace(AMOUNT, " ") : folded;
  const rest = plain.replace(CHECK, (_, digits: string) => {
    found.push({ key: `check ${digits}`, kind: "check_number" });
    if (digits.length >= 3) found.push(plainNumber(digits));
    return " ";
  });
  forEachMatch(WORD, rest, ([word]) => {
    if (hasDigit(word)) found.push(...readWord(word));
  });
  const addNumber = ([, digits = ""]: RegExpExecArray) => found.push(plainNumber(digits));
  forEachMatch(NUMBERED, plain, addNumber);
  forEachMatch(BARE_NUMBER, plain, addNumber);
  forEachMatch(GROUPS, plain, ([group]) => found.push(...groupedNumber(group)));
  return found;
}

/** As with `matchAll`, which copies its pattern for every text. */
function forEachMatch(pattern: RegExp, text: string, use: (match: RegExpExecArray) => void): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) use(match);
}

/**
 * Prefix form of a processor id, because QuickBooks truncates references: a longer id on one side
 * and its prefix on the other are the same id.
 * @param isCutOff the id may itself be such a prefix; otherwise it is complete
 * @returns null for ids that are too short to have been truncated
 */
export function truncatedReference({ key, kind }: Reference, isCutOff: boolean): Reference | null {
  if (
    kind !== "processor_id" ||
    (isCutOff ? key.length !== MAX_REFERENCE_LENGTH : key.length < MAX_REFERENCE_LENGTH)
  )
    return null;
  return { key: `${key.slice(0, MAX_REFERENCE_LENGTH)}…`, kind };
}

function readWord(word: string): Reference[] {
  if (PROCESSOR_ID.test(word)) return [{ key: word, kind: "processor_id" }];
  const key = word.replace(/[-/_]/g, "");
  if (key.length < 5 || PLAIN_DATE.test(key)) return [];
  if (WRITTEN_DATE.test(word) || PERIOD.test(word)) return [];
  const ofYear = YEARLY.exec(word)?.[1];
  if (ofYear) return [{ key, kind: "shared_reference" }, plainNumber(ofYear)];
  // "ORD32071" here is "00032071" or "SO-0032071-US" there.
  const digits = /^(?:\p{L}{1,6}0*|0+)(\d{5,})\p{L}{0,3}$/u.exec(key)?.[1];
  const isWholeDeposit: Reference = { key, kind: "shared_reference" };
  if (digits) return [isWholeDeposit, { key: digits, kind: "shared_reference" }];
  const short = LETTERED.exec(word)?.[1];
  return short ? [isWholeDeposit, plainNumber(short)] : [isWholeDeposit];
}

/**
 * Reads a reference field as a whole: a bare number is a check or receipt number, because
 * QuickBooks keeps check numbers there; anything else also counts without blanks and signs ("PO
 * 4471-B").
 */
export function readReferenceField(field: string): Reference[] {
  if (field.includes("_")) return [];
  if (PERIOD.test(fold(field.trim()))) return [];
  const digits = /^\s*#?0*(\d{3,8})\s*$/.exec(field)?.[1];
  if (digits) return [plainNumber(digits), { key: `check ${digits}`, kind: "check_number" }];
  const squeezed = squeeze(fold(field));
  const joined: Reference[] = isJoinable(squeezed)
    ? [{ key: squeezed, kind: "shared_reference" }]
    : [];
  if (!SEVERAL.test(field)) return joined;
  const each = field.match(/\d+/g)?.map((one) => plainNumber(one.replace(/^0+(?=\d{3})/, "")));
  return [...joined, ...(each ?? [])];
}

/** Numbers written in groups: "RF18 5390 0754 7034". */
function groupedNumber(group: string): Reference[] {
  const key = squeeze(group);
  return isJoinable(key) && key.length >= 8 ? [{ key, kind: "shared_reference" }] : [];
}

function squeeze(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}

function isJoinable(key: string): boolean {
  return key.length >= 5 && key.length <= 34 && hasDigit(key) && !PLAIN_DATE.test(key);
}

/** Tests whether a processor made this id; row ids of files and databases are not references. */
export function isProcessorId(id: string): boolean {
  return id.includes("_") && hasDigit(id) && PROCESSOR_ID.test(fold(id));
}

function plainNumber(digits: string): Reference {
  return digits.length < 5
    ? { key: `#${digits}`, kind: "short_number" }
    : { key: digits, kind: "shared_reference" };
}

function hasDigit(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code >= 48 && code <= 57) || code > 127) return true;
  }
  return false;
}
