import { exp2 } from "@/matching/engine/exp2";
import type { HistoryEntry } from "../contract";
import { NAMED_WEIGHT, NUMBER_FIELDS } from "../parameters";
import {
  type FieldNumbers,
  isStatedField,
  referencesByField,
  referencesOfPayment,
  seriesOf,
} from "../records/record-references";
import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";
import { NONE, type StringTable } from "../text/string-table";
import type { ChanceAgreement } from "./chance-agreement";
import type { CustomerComparer } from "./customers";

/** How often a field's numbers agreed with those of a line's own payment, and how often they did not. */
interface Votes {
  agree: number;
  differ: number;
}

/** How a line's numbers compare with a payment's. */
export interface NumberComparison {
  /**
   * `one_differs`: one number is on the payment, and another one of its series, from a field that is as likely to
   * carry the books' number, is not.
   */
  level: "same" | "differs" | "one_differs" | "unknown";
}

const NO_RIVALS: number[] = [];
/** Odds are told apart up to so many bits. */
const MOST_ODDS = 60;
const NO_VOTES: Votes = { agree: 0, differ: 0 };
const UNKNOWN: NumberComparison = { level: "unknown" };
/** A line's own payment is looked for so many days around it, among so many of its amount at most. */
const DAYS_AROUND = 10;
const MAX_COMPARED = 8;
/** Lines of one field that are learned from. */
const MAX_LEARNED = 2_000;
/** From this probability on a field is sure to carry the books' number. */
const MIN_SURE = 0.9;
/** Below this probability of carrying the books' number, what a shop's own field has contradicts nothing. */
const MIN_CONTRADICTING = 0.35;

/**
 * Which fields of a source carry the number that the books have. A shop writes an order's number into the description
 * and the row number of its database beside it, or the other way round: learned from the lines whose payment is told by
 * amount, customer and date, and from past decisions. Either a field carries the books' number, more or less often, or it
 * agrees by chance (`NUMBER_FIELDS`).
 */
export class NumberFields {
  private readonly votes: Votes[] = [];
  /** A line does not confirm its own field. */
  private readonly own = new Map<PayoutItem, readonly Vote[]>();
  private readonly known = new Map<string, number>();

  /** O(lines with numbers). */
  constructor(
    { items, rows, strings }: RecordSet,
    history: readonly HistoryEntry[],
    private readonly model: { chance: ChanceAgreement; customers: CustomerComparer },
  ) {
    this.fields = strings.fields;
    for (const entry of history) this.learnFromDecision(entry, strings);
    const learned: number[] = [];
    for (const item of items) {
      const fields = item.fields.filter(({ field }) => (learned[field] ?? 0) < MAX_LEARNED);
      const row = fields.length > 0 ? this.ownRow(item, rows) : undefined;
      if (!row) continue;
      const own = fields.flatMap((each) => voteOf(each, row) ?? []);
      for (const vote of own) {
        learned[vote.field] = (learned[vote.field] ?? 0) + 1;
        this.count(vote);
      }
      if (own.length > 0) this.own.set(item, own);
    }
  }

  private readonly fields: readonly string[];

  /**
   * @returns probability that the field carries the books' number, without what the line itself says of it; of fields
   * with different numbers one at most does
   */
  trust(item: PayoutItem, field: number): number {
    const own = this.odds(item, field);
    let others = 0;
    for (const other of this.rivals(item, field)) others += this.odds(item, other);
    return own / (1 + own + others);
  }

  private odds(item: PayoutItem, field: number): number {
    const { agree, differ } = this.votesOf(item, field);
    const prior = this.isStated(field) ? NUMBER_FIELDS.prior.stated : NUMBER_FIELDS.prior.other;
    return this.oddsOf(prior, agree, differ);
  }

  /** Other fields of the line that have numbers of the same series, and none in common. */
  private rivals(item: PayoutItem, field: number): number[] {
    const own = item.fields.find((each) => each.field === field);
    if (!own) return NO_RIVALS;
    return item.fields.flatMap((other) => (isRival(own, other) ? other.field : []));
  }

  /**
   * @param reference id of a shared one
   * @param weight of it in a field that is known to carry the books' number, in bits
   * @returns the weight here, and whether the field is known to carry it
   */
  agreement(
    item: PayoutItem,
    reference: number,
    weight: number,
  ): { weight: number; isTrusted: boolean } {
    let best = -1;
    let agreeing = 0;
    let isStated = false;
    let hasRival = false;
    for (const { field, ids } of item.fields) {
      if (!ids.includes(reference)) continue;
      isStated ||= this.isStated(field);
      hasRival ||= this.rivals(item, field).length > 0;
      const trust = this.trust(item, field);
      best = Math.max(best, trust);
      agreeing = Math.max(agreeing, trust * this.rate(item, field));
    }
    if (best === -1) return { weight, isTrusted: true };
    const isTrusted = best >= NUMBER_FIELDS.trusted;
    if (isTrusted && isStated && !hasRival) return { weight, isTrusted };
    const { byChance } = NUMBER_FIELDS;
    const otherwise = (1 - best) * byChance;
    const here = Math.log2((agreeing + otherwise) / (agreeing * exp2(-weight) + otherwise));
    return { weight: Math.min(weight, here), isTrusted };
  }

  /** How often a field that carries the books' number agrees, of what is known: (a + 1) / (a + d + 2). */
  private rate(item: PayoutItem, field: number): number {
    const { agree, differ } = this.votesOf(item, field);
    return (agree + 1) / (agree + differ + 2);
  }

  /** Compares the numbers of one series by the fields that have them. */
  compare(item: PayoutItem, row: LedgerRow): NumberComparison {
    const series = row.details?.series ?? 0;
    if (series === 0 || item.fields.length === 0) return UNKNOWN;
    const agreeing: number[] = [];
    const differing: number[] = [];
    for (const numbers of item.fields) {
      const [agrees, differs] = occurrences(numbers, row, series);
      if (agrees) agreeing.push(numbers.field);
      if (differs) differing.push(numbers.field);
    }
    if (agreeing.length === 0) {
      const counts = differing.some(
        (field) => this.isStated(field) || this.trust(item, field) >= MIN_CONTRADICTING,
      );
      return { level: counts ? "differs" : "unknown" };
    }
    const trust = Math.max(...agreeing.map((field) => this.trust(item, field)));
    // Another order's number, while the books' own one differs.
    const isOther = differing.some((field) => this.trust(item, field) >= MIN_SURE);
    if (trust <= 1 - MIN_SURE && isOther) return { level: "differs" };
    const counts = differing.some((field) => !this.isRefuted(item, field, trust));
    return { level: counts ? "one_differs" : "same" };
  }

  /** Less likely than a field that agrees, and seen to differ from the books more often than not. */
  private isRefuted(item: PayoutItem, field: number, trust: number): boolean {
    const { agree, differ } = this.votesOf(item, field);
    return differ > agree && this.trust(item, field) < trust;
  }

  private isStated(field: number): boolean {
    return isStatedField(this.fields[field] ?? "");
  }

  private votesOf(item: PayoutItem, field: number): Votes {
    const { agree, differ } = this.votes[field] ?? NO_VOTES;
    const own = this.own.get(item)?.find((vote) => vote.field === field);
    if (!own) return { agree, differ };
    return own.agrees ? { agree: agree - 1, differ } : { agree, differ: differ - 1 };
  }

  /**
   * Of a field that carries the number, any rate of agreement is as likely as another: a!d!/(a + d + 1)!. One that does
   * not agrees by chance.
   */
  private oddsOf(prior: number, agree: number, differ: number): number {
    const key = `${prior} ${agree} ${differ}`;
    let found = this.known.get(key);
    if (found === undefined) {
      const { byChance } = NUMBER_FIELDS;
      let odds = Math.log2(prior / (1 - prior)) - Math.log2(agree + differ + 1);
      for (let i = 1; i <= Math.min(agree, differ); i++) {
        odds += Math.log2(i / (Math.max(agree, differ) + i));
      }
      odds -= agree * Math.log2(byChance) + differ * Math.log2(1 - byChance);
      found = exp2(Math.max(-MOST_ODDS, Math.min(MOST_ODDS, odds)));
      this.known.set(key, found);
    }
    return found;
  }

  /** The payment that amount, customer and date tell without its number; undefined where they tell none. */
  private ownRow(item: PayoutItem, rows: readonly LedgerRow[]): LedgerRow | undefined {
    const { chance, customers } = this.model;
    if (!item.isLinkable) return undefined;
    const near: LedgerRow[] = [];
    for (const amount of new Set([item.gross, item.net])) {
      const group = chance.group(item.currency, amount);
      if (group === undefined) continue;
      const [from, to] = chance.amounts.placesBetween(
        group,
        item.day - DAYS_AROUND,
        item.day + DAYS_AROUND,
      );
      if (to - from > MAX_COMPARED) return undefined;
      for (let at = from; at < to; at++) {
        const row = rows[chance.amounts.members[at] ?? -1];
        if (row) near.push(row);
      }
    }
    const compared = near.map((row) => ({ row, ...customers.compare(item, row) }));
    const named = compared.filter(({ weight }) => weight >= NAMED_WEIGHT);
    if (named.length === 1) return named[0]?.row;
    // Without a customer on either side, the only payment of the amount tells as much.
    const [only] = compared;
    return compared.length === 1 && only?.weight === 0 ? only.row : undefined;
  }

  private learnFromDecision(
    { decision, deposit, line, payment }: HistoryEntry,
    strings: StringTable,
  ): void {
    if (decision !== "confirmed" || !line || payment.amount === 0) return;
    const theirs = referencesOfPayment(payment);
    const keys = new Set(theirs.map(({ key }) => key));
    const series = new Set(theirs.flatMap((one) => seriesKey(one) ?? []));
    for (const { field, found } of referencesByField(line)) {
      const numbers = found.filter((one) => seriesOf(one) !== null);
      const agrees = numbers.some(({ key }) => keys.has(key));
      const differs = numbers.some((one) => series.has(seriesKey(one) ?? ""));
      if (!agrees && !differs) continue;
      this.count({ field: strings.fieldId(deposit.processor ?? "", field), agrees });
    }
  }

  private count({ field, agrees }: Vote): void {
    const { agree, differ } = this.votes[field] ?? NO_VOTES;
    this.votes[field] = agrees ? { agree: agree + 1, differ } : { agree, differ: differ + 1 };
  }
}

interface Vote {
  field: number;
  agrees: boolean;
}

function isRival(a: FieldNumbers, b: FieldNumbers): boolean {
  return (
    a.field !== b.field &&
    !b.ids.some((id) => id !== NONE && a.ids.includes(id)) &&
    b.series.some((bit) => bit !== 0 && a.series.includes(bit))
  );
}

function seriesKey(reference: Parameters<typeof seriesOf>[0]): string | null {
  const series = seriesOf(reference);
  return series && `${series.letters}${series.digits}`;
}

/** Null where the payment has no number of the field's series. */
function voteOf(numbers: FieldNumbers, row: LedgerRow): Vote | null {
  const series = row.details?.series ?? 0;
  const [agrees, differs] = occurrences(numbers, row, series);
  return agrees || differs ? { field: numbers.field, agrees } : null;
}

/** Whether a number of the field is on the payment, and whether another one of its series is not. */
function occurrences(
  { ids, series }: FieldNumbers,
  row: LedgerRow,
  ofRow: number,
): [agrees: boolean, differs: boolean] {
  let agrees = false;
  let differs = false;
  for (const [at, id] of ids.entries()) {
    if (row.references.includes(id)) agrees = true;
    else if (((series[at] ?? 0) & ofRow) !== 0) differs = true;
  }
  return [agrees, differs];
}
