import { exp2 } from "@/matching/engine/exp2";
import {
  AMOUNT_LEVELS,
  type DetailLevel,
  type EqualAmount,
  IDENTITY_WEIGHT,
  INVOICE_MATCH_WEIGHTS,
  MIN_CHANCE_PER_DAY,
  NAMED_WEIGHT,
  type NameLevel,
  type PeriodLevel,
  PRIOR_IN_LEDGER,
  PRIOR_MATCH_WEIGHT,
  RECURRING,
  REFERENCE_CONFLICT_WEIGHT,
  REFERENCE_MATCH_WEIGHTS,
  REVERSAL_MATCH_WEIGHTS,
  type ReferenceKind,
  type ReferenceLevel,
  TEXT_LEVELS,
  UNEQUAL_AMOUNT_WEIGHTS,
  VARIATIONS,
  WINDOW_DAYS,
} from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import { areComparable, isSamePeriod } from "../text/periods";
import type { StringTable } from "../text/string-table";
import { amountLevel, isEqualAmount } from "./amounts";
import type { CandidatePairs, Comparison } from "./candidate-pairs";
import type { ChanceAgreement } from "./chance-agreement";
import type { AliasEvidence, CustomerAliases, PayerKind } from "./customer-aliases";
import type { CustomerComparer, CustomerComparison } from "./customers";
import { compareDetails } from "./details";
import type { FeeModel } from "./fee-model";
import { isContradiction, type LearnedRates } from "./learned-rates";
import type { MemoPayers } from "./memo-payers";
import type { NumberFields } from "./number-fields";
import type { OpenInvoices } from "./open-invoices";
import type { RecordTypeWeights } from "./record-types";
import type { RecurringPayments } from "./recurring";
import type { ReturnedCharges } from "./returned-charges";
import type { TermFrequency } from "./term-frequency";
import { isOfOneCustomer, type TextRates } from "./text-rates";
import type { TextComparer } from "./texts";
import type { Units } from "./units";

/** Match weights of a pair by field, in bits; they add up to its score. */
export interface PairScore extends Comparison {
  amountMatchWeight: number;
  dateMatchWeight: number;
  recordTypeMatchWeight: number;
  reversalMatchWeight: number;
  returnMatchWeight: number;
  periodMatchWeight: number;
  detailMatchWeight: number;
  textMatchWeight: number;
  invoiceMatchWeight: number;
  /** Number of the open invoice that the weight is of; empty for none. */
  invoiceNumber: string;
  /** Number of the payer's other lines that belong to the row's customer, where that decides. */
  paidBefore: number;
  /** Whose lines these are: the payer's own, of everyone with an address at the domain, or of those with the number. */
  paidBy: PayerKind;
}

/**
 * The strongest reference that two records share: its level, its id in the string table (−1 for
 * none) and its match weight in bits.
 */
interface SharedReference {
  level: ReferenceLevel;
  id: number;
  weight: number;
}

/** Below this match weight, in bits, a date is more likely another period's. */
const UNUSUAL_LAG_WEIGHT = -2;
/** Levels at which both sides name one customer. */
export const AGREEMENTS: ReadonlySet<NameLevel> = new Set([
  ...VARIATIONS,
  "same_name",
  "confirmed_names",
  "same_email",
  "same_phone",
]);
/** Least weight that is shown of a customer who agrees, in bits. */
const LEAST_AGREEMENT_WEIGHT = 0.5;
/** Most that a number weighs which several lines and payments share, in bits: just no identity. */
const MAX_SUBJECT_WEIGHT = IDENTITY_WEIGHT - 0.01;
/** Number of leading {@link AMOUNT_LEVELS} at which amounts are equal. */
const EQUAL_AMOUNT_LEVELS = 3;
const NO_REFERENCE: SharedReference = { level: "unknown", id: -1, weight: 0 };

interface ScoringModel {
  strings: StringTable;
  terms: TermFrequency;
  texts: TextComparer;
  textRates: TextRates;
  fees: FeeModel;
  recurring: RecurringPayments;
  rates: LearnedRates;
  chance: ChanceAgreement;
  recordTypes: RecordTypeWeights;
  returned: ReturnedCharges;
  aliases: CustomerAliases;
  customers: CustomerComparer;
  units: Units;
  memoPayers: MemoPayers;
  numberFields: NumberFields;
  openInvoices: OpenInvoices;
}

const REFERENCE_CONFLICT: SharedReference = {
  level: "reference_conflict",
  id: -1,
  weight: REFERENCE_CONFLICT_WEIGHT,
};

/**
 * Compares records field by field and turns comparisons into match weights (Fellegi and Sunter).
 * Weights depend on the model, so they change while it is trained.
 */
export interface BatchDetails {
  level: DetailLevel;
  /** Bits. */
  weight: number;
}

export class Scorer {
  private readonly customers: CustomerComparer;

  constructor(private readonly model: ScoringModel) {
    this.customers = model.customers;
  }

  /** The same among other open invoices. */
  withInvoices(openInvoices: OpenInvoices): Scorer {
    return new Scorer({ ...this.model, openInvoices });
  }

  /** Compares two records. Independent of the other records but for frequencies. */
  compare(item: PayoutItem, row: LedgerRow): Comparison {
    const name = this.customers.compare(item, row);
    const reference = this.reference(item, row);
    return {
      amount: amountLevel(item, row, this.model.fees),
      lag: row.day - item.day,
      name: name.level,
      nameMatchWeight: name.weight,
      reference: reference.level,
      referenceId: reference.id,
      referenceMatchWeight: reference.weight,
      period: this.comparePeriods(item, row),
      details: this.compareDetails(item, row, name.level, reference.level),
      invoice: this.model.openInvoices.compare(item, row, reference).level,
      text: this.model.texts.compare(item, row).level,
    };
  }

  /**
   * @param pair index into `pairs`, of this item and this row
   * @returns total match weight in bits: log2 odds of a match against two unrelated records
   */
  score(item: PayoutItem, row: LedgerRow, pairs: CandidatePairs, pair: number): number {
    return (
      this.amountMatchWeight(row, pairs, pair) +
      this.model.rates.lagMatchWeight(item, pairs.lagOf(pair)) +
      this.nameMatchWeight(item, row, pairs, pair) +
      pairs.referenceMatchWeightOf(pair) +
      this.model.rates.periodMatchWeight(pairs.periodOf(pair)) +
      this.model.rates.detailMatchWeight(pairs.detailsOf(pair)) +
      this.textMatchWeight(pairs, pair) +
      INVOICE_MATCH_WEIGHTS[pairs.invoiceOf(pair)] +
      this.recordTypeMatchWeight(item, row, pairs, pair) +
      reversalMatchWeight(row, pairs.referenceMatchWeightOf(pair)) +
      this.returnMatchWeight(item, pairs.referenceMatchWeightOf(pair))
    );
  }

  /** The weights that {@link score} adds up. */
  explain(item: PayoutItem, row: LedgerRow, pairs: CandidatePairs, pair: number): PairScore {
    const comparison = pairs.comparison(pair);
    const { alias, ofOthers, ...customer } = this.explainCustomer(item, row, pairs, pair);
    return {
      ...comparison,
      ...(alias && { name: "paid_before" as const }),
      ...customer,
      amountMatchWeight: this.amountMatchWeight(row, pairs, pair) + ofOthers,
      dateMatchWeight: this.model.rates.lagMatchWeight(item, pairs.lagOf(pair)),
      recordTypeMatchWeight: this.recordTypeMatchWeight(item, row, pairs, pair),
      reversalMatchWeight: reversalMatchWeight(row, pairs.referenceMatchWeightOf(pair)),
      returnMatchWeight: this.returnMatchWeight(item, pairs.referenceMatchWeightOf(pair)),
      periodMatchWeight: this.model.rates.periodMatchWeight(comparison.period),
      detailMatchWeight: this.model.rates.detailMatchWeight(comparison.details),
      textMatchWeight: this.textMatchWeight(pairs, pair),
      invoiceMatchWeight: INVOICE_MATCH_WEIGHTS[comparison.invoice],
      invoiceNumber: this.invoiceNumber(item, row, comparison),
    };
  }

  private invoiceNumber(
    item: PayoutItem,
    row: LedgerRow,
    { invoice, ...seen }: Comparison,
  ): string {
    if (invoice === "unknown") return "";
    const shared = { level: seen.reference, weight: seen.referenceMatchWeight };
    return this.model.openInvoices.compare(item, row, shared).invoice?.number ?? "";
  }

  /** @returns bits, 0 or below, for the open invoices that a set of records leaves open */
  invoiceMatchWeightOfSet(items: readonly PayoutItem[], rows: readonly LedgerRow[]): number {
    return this.model.openInvoices.weightOfSet(items, rows);
  }

  /** The weights of a pair whose amounts differ and that is no candidate. */
  explainDiffering(item: PayoutItem, row: LedgerRow, comparison: Comparison): PairScore {
    const { rates, recordTypes, textRates } = this.model;
    return {
      ...comparison,
      amountMatchWeight: PRIOR_MATCH_WEIGHT + UNEQUAL_AMOUNT_WEIGHTS.different,
      dateMatchWeight: rates.lagMatchWeight(item, comparison.lag),
      recordTypeMatchWeight: recordTypes.matchWeight(row),
      reversalMatchWeight: 0,
      returnMatchWeight: 0,
      periodMatchWeight: rates.periodMatchWeight(comparison.period),
      detailMatchWeight: rates.detailMatchWeight(comparison.details),
      textMatchWeight: textRates.matchWeight(
        TEXT_LEVELS.indexOf(comparison.text),
        comparison.nameMatchWeight >= NAMED_WEIGHT,
      ),
      ...{ paidBefore: 0, paidBy: "person" },
      invoiceMatchWeight: INVOICE_MATCH_WEIGHTS[comparison.invoice],
      invoiceNumber: this.invoiceNumber(item, row, comparison),
    };
  }

  /** The customers' part of {@link explain}; `ofOthers` is what the amount answers for, in bits. */
  explainCustomer(item: PayoutItem, row: LedgerRow, pairs: CandidatePairs, pair: number) {
    const alias = this.alias(item, row, pairs, pair);
    const name = this.nameMatchWeight(item, row, pairs, pair);
    // The customer's other payments of this amount speak against the amount, not against the customer.
    const isSame = alias !== null || AGREEMENTS.has(pairs.nameOf(pair));
    const ofOthers = isSame ? Math.min(0, name - LEAST_AGREEMENT_WEIGHT) : 0;
    const paidBefore = alias ? Math.round(alias.times) : 0;
    const paidBy = alias?.by ?? "person";
    return { alias, ofOthers, paidBefore, paidBy, nameMatchWeight: name - ofOthers };
  }

  /**
   * What contradicts a payment that is recorded for all these lines: its note names another card than some of them, or
   * another day than all of them.
   */
  compareBatchDetails(items: readonly PayoutItem[], row: LedgerRow): BatchDetails {
    const details = items.map((item) => compareDetails(item, row, "unknown", "differs"));
    const isOtherDay = details.every((each) => each === "other_day");
    const level = details.includes("other_card") ? "other_card" : isOtherDay && "other_day";
    if (!level) return { level: "unknown", weight: 0 };
    return { level, weight: this.model.rates.detailMatchWeight(level) };
  }

  private compareDetails(
    item: PayoutItem,
    row: LedgerRow,
    name: NameLevel,
    reference: ReferenceLevel,
  ): DetailLevel {
    const numbers = this.model.numberFields.compare(item, row);
    const details = compareDetails(item, row, reference, numbers.level);
    if (isContradiction(details)) return details;
    const inMemo = this.model.memoPayers.compare(item, row);
    if (inMemo === "other_payer") return inMemo;
    const unit = this.model.units.compare(item, row);
    if (unit === "other_unit") return unit;
    // A memo that tells the customer is counted with the customer.
    const isAgreed = AGREEMENTS.has(name) && name !== "name_in_text";
    if (isAgreed && inMemo === "same_payer") return inMemo;
    if (isAgreed && this.customers.namesPayer(item, row)) return "named";
    return details === "unknown" ? unit : details;
  }

  /** "Rent Feb 2023" and "February rent": which of a customer's equal charges is meant. */
  private comparePeriods(item: PayoutItem, row: LedgerRow): PeriodLevel {
    const left = item.line && this.model.strings.period(item.text);
    const right = left && this.model.strings.period(row.text);
    if (!right || !areComparable(left, right)) return "unknown";
    return isSamePeriod(left, right) ? "same_period" : "other_period";
  }

  /** @returns bits for or against a payment by the month or quarter that both sides name */
  periodMatchWeight(item: PayoutItem, row: LedgerRow): number {
    return this.model.rates.periodMatchWeight(this.comparePeriods(item, row));
  }

  /** Whether this record type comes through a processor; a bank receives cash and checks, too. */
  private recordTypeMatchWeight(
    item: PayoutItem,
    row: LedgerRow,
    pairs: CandidatePairs,
    pair: number,
  ): number {
    const isProcessed = item.line !== undefined || item.deposit.processor !== undefined;
    if (!isProcessed || pairs.referenceMatchWeightOf(pair) >= IDENTITY_WEIGHT) return 0;
    return this.model.recordTypes.matchWeight(row);
  }

  /** A charge that was given back; an identity names it all the same. */
  private returnMatchWeight(item: PayoutItem, referenceMatchWeight: number): number {
    return isIdentity({ referenceMatchWeight }) ? 0 : this.model.returned.matchWeight(item);
  }

  private textMatchWeight(pairs: CandidatePairs, pair: number): number {
    const isNamed = isOfOneCustomer(pairs, pair);
    return this.model.textRates.matchWeight(pairs.textOf(pair), isNamed);
  }

  private amountMatchWeight(row: LedgerRow, pairs: CandidatePairs, pair: number): number {
    const level = pairs.amountLevelOf(pair);
    if (!isEqualAmount(level)) return PRIOR_MATCH_WEIGHT + UNEQUAL_AMOUNT_WEIGHTS[level];
    return this.amountMatchWeightOf(row, level);
  }

  /** @returns bits for a sale, of one line or several, whose total a payment has */
  amountMatchWeightOf(row: LedgerRow, level: EqualAmount): number {
    const { rates, chance } = this.model;
    const expected = chance.chancePerDay(row) * WINDOW_DAYS;
    return PRIOR_IN_LEDGER + rates.amountMatchWeight(level) - Math.log2(expected);
  }

  /**
   * @param others further totals of several payments that are the same
   * @returns bits for a line whose amount is a total of several payments
   */
  amountMatchWeightOfTotal(others: number): number {
    return PRIOR_IN_LEDGER - Math.log2(Math.max(MIN_CHANCE_PER_DAY * WINDOW_DAYS, others));
  }

  /** @returns bits for a payment so many days after a line */
  dateMatchWeight(item: PayoutItem, lag: number): number {
    return this.model.rates.lagMatchWeight(item, lag);
  }

  /** A name separates a customer from others, but not from the same customer's other payments. */
  private nameMatchWeight(
    item: PayoutItem,
    row: LedgerRow,
    pairs: CandidatePairs,
    pair: number,
  ): number {
    const { rates, chance, recurring, aliases } = this.model;
    const named = rates.nameMatchWeight(pairs.nameOf(pair), pairs.nameMatchWeightOf(pair));
    // The line names the unit it is for, and it is not the customer's whom the payer paid for before.
    const isOtherUnit = pairs.detailsOf(pair) === "other_unit";
    const paidBefore = isOtherUnit ? null : aliases.evidence(item, row, true, named);
    const weight = paidBefore?.weight ?? named;
    if (weight <= 0) return weight;
    if (pairs.amountOf(pair) >= EQUAL_AMOUNT_LEVELS) {
      const numbered = pairs.referenceMatchWeightOf(pair);
      // All payments of an order share its number and its customer: that is one piece of evidence. A job's number is the customer's.
      const isOfSale = row.jobNumbers.length === 0;
      return isOfSale ? Math.max(0, weight - Math.max(0, numbered)) : weight;
    }
    const lag = pairs.lagOf(pair);
    const isAnotherPeriod =
      Math.abs(lag) >= RECURRING.period && rates.lagMatchWeight(item, lag) < UNUSUAL_LAG_WEIGHT;
    const rate = Math.max(recurring.ratePerDay(item, row), isAnotherPeriod ? RECURRING.prior : 0);
    const share = rate / chance.chancePerDay(row);
    return share === 0 ? weight : -Math.log2(exp2(-weight) + share);
  }

  /** The payer's other lines, where they and not the names decide. */
  private alias(
    item: PayoutItem,
    row: LedgerRow,
    pairs: CandidatePairs,
    pair: number,
  ): AliasEvidence | null {
    const { rates, aliases } = this.model;
    if (pairs.detailsOf(pair) === "other_unit") return null;
    const named = rates.nameMatchWeight(pairs.nameOf(pair), pairs.nameMatchWeightOf(pair));
    const found = aliases.evidence(item, row, true, named);
    return found && found.times >= 0.5 && found.weight > named ? found : null;
  }

  /** Compares names, email addresses, texts and the payer's other lines, with learned weights. */
  compareCustomers(item: PayoutItem, row: LedgerRow): CustomerComparison {
    const { rates, aliases, units } = this.model;
    const { level, weight: stated } = this.customers.compare(item, row);
    const weight = rates.nameMatchWeight(level, stated);
    if (units.compare(item, row) === "other_unit") {
      return { level, weight: weight + rates.detailMatchWeight("other_unit") };
    }
    const alias = aliases.evidence(item, row, false, weight);
    if (!alias) return { level, weight };
    return { level: alias.weight > weight ? "paid_before" : level, weight: alias.weight };
  }

  /** @returns the strongest shared reference, or the conflict of two ids of one kind */
  reference(item: PayoutItem, row: LedgerRow): SharedReference {
    let best = NO_REFERENCE;
    for (const id of item.references) {
      if (!row.references.includes(id)) continue;
      const kind = this.model.strings.referenceKinds[id] ?? "short_number";
      const { isTrusted, weight } = this.weightIn(item, kind, id);
      if (weight > best.weight) best = { level: isTrusted ? kind : "unproved_number", id, weight };
    }
    // Two different charge ids, or two different check numbers.
    const contradict = best.weight <= 0 && (item.idKinds & row.idKinds) !== 0;
    return contradict ? REFERENCE_CONFLICT : best;
  }

  /** A number is worth what the field that has it is. */
  private weightIn(item: PayoutItem, kind: ReferenceKind, id: number) {
    const weight = this.weightOf(kind, id);
    return this.model.numberFields.agreement(item, id, weight);
  }

  /** A number that several lines and several payments carry names what they are about, and is no identity. */
  private weightOf(level: ReferenceKind, id: number): number {
    const { terms } = this.model;
    const weight = REFERENCE_MATCH_WEIGHTS[level] - Math.log2(terms.pairsSharing(id));
    return terms.isOfSeveral(id) ? Math.min(weight, MAX_SUBJECT_WEIGHT) : weight;
  }
}

/** Tests whether a reference is specific enough to decide on its own. */
export function isIdentity({
  referenceMatchWeight,
}: Pick<Comparison, "referenceMatchWeight">): boolean {
  return referenceMatchWeight >= IDENTITY_WEIGHT;
}

function reversalMatchWeight(row: LedgerRow, referenceMatchWeight: number): number {
  if (!row.reversal || referenceMatchWeight >= IDENTITY_WEIGHT) return 0;
  return REVERSAL_MATCH_WEIGHTS[row.reversal];
}
