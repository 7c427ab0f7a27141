import { exp2 } from "@/matching/engine/exp2";
import { column } from "../collections/column";
import { DayIndex } from "../collections/day-index";
import { EquivalenceClasses } from "../collections/equivalence-classes";
import { PairSums } from "../collections/pair-sums";
import { CUSTOMER_ALIASES, NAMED_WEIGHT } from "../parameters";
import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";
import { type RecurringNumber, recurringNumbers } from "../records/recurring-numbers";
import { isPrivateDomain, mailDomain } from "../text/mail-domains";
import type { CandidatePairs } from "./candidate-pairs";
import { CountedPairs, MIN_COUNTED } from "./counted-pairs";
import type { OwnCustomers } from "./own-customers";

/** No payer, no ledger customer. */
const UNKNOWN = -1;
const NOBODY: readonly number[] = [];
/** Customers with more payments than this in a window are looked up by amount alone. */
const MAX_PARTNER_ROWS = 256;
/** Lines that are almost surely a customer's count as such. */
const ALMOST = 0.1;
/** Numbers of which fewer pairs of lines are one customer's are products'. Before any data half of so many pairs are. */
const NUMBERS = { agreement: 0.75, pairs: 4 } as const;

/** How often one payer's other lines were matched to one ledger customer. */
interface Payer {
  /** Payer of each item, or {@link UNKNOWN}: payers of a single item teach nothing. */
  of: Int32Array;
  /** The same for an item that came later. */
  find: (item: PayoutItem) => number | undefined;
  /** Expected number of matched items, by payer. */
  matched: Float64Array;
  /** The same by payer and ledger customer. */
  together: PairSums;
  /** Ledger customers that a payer's items were matched to, by payer. */
  partners: (number[] | undefined)[];
  /** Items matched elsewhere speak against a pair of a person, but not of a mail domain or number. */
  by: PayerKind;
  /** Probability that two lines of a payer are one customer's, by payer: learned per label for numbers, 1 for others. */
  agreement: Float64Array;
  /** Label of a number, by payer. */
  labels: readonly number[];
}

/** A payer of an item whose items were matched. */
interface MatchedPayer {
  payer: Payer;
  id: number;
  /** Expected number of its matched items. */
  total: number;
  sameCustomer: number;
}

/** A person or company, everyone with addresses at a domain, or a number that lines have in common. */
export type PayerKind = "person" | "domain" | "number";

/** What a payer's other lines say about a pair. */
export interface AliasEvidence {
  /** Match weight of the customers, in bits. */
  weight: number;
  /** Number of the payer's other lines that belong to this ledger customer. */
  times: number;
  /** By what the other lines are the payer's. */
  by: PayerKind;
}

/**
 * Who pays for whom, learned from the pairs themselves: "Ines Falk" may be "Northgate Joinery" in
 * the books. The ledger customers of one payer follow a Dirichlet process whose base measure is
 * what their names say, so a payer without other lines is judged by name alone, and a few other
 * lines outweigh it. Payers are persons or companies by id, name and address, mail domains that
 * are no public mailbox's, and numbers of customers or cards.
 */
export class CustomerAliases {
  private readonly customers: Int32Array;
  private readonly ids = new EquivalenceClasses();
  private readonly strings: RecordSet["strings"];
  private readonly payers: Payer[];
  /** Ledger rows by customer. */
  private readonly rowsOf: DayIndex;
  /** What was learned from; none before. */
  private counted: CountedPairs | undefined;
  private readonly itemCount: number;
  /** Of the item that was asked for last: its pairs come one after another. */
  private lastItem: PayoutItem | undefined;
  private lastPayers: readonly MatchedPayer[] = [];

  /** O(items + rows). */
  constructor(
    { items, rows, strings }: RecordSet,
    private readonly ownCustomers: OwnCustomers,
  ) {
    this.strings = strings;
    this.itemCount = items.length;
    const keyOf = (name: number) => strings.form(name)?.key ?? "";
    this.customers = column(rows, (row) => {
      const key = this.customerKey(row);
      return key === "" ? UNKNOWN : this.ids.of(key);
    });
    this.rowsOf = new DayIndex(
      this.ids.size,
      this.customers,
      column(rows, ({ day }) => day),
    );
    const domainOf = (email: string) => {
      const domain = mailDomain(email);
      return isPrivateDomain(domain) ? domain : "";
    };
    const numbersOf = recurringNumbers(items);
    const [firstNumber, lastNumber] = [
      (item: PayoutItem) => keyOfNumber(numbersOf(item)[0]),
      (item: PayoutItem) => keyOfNumber(numbersOf(item).slice(1).at(-1)),
    ];
    this.payers = [
      payersBy(items, ({ customer }) => customer?.id ?? "", "person"),
      payersBy(items, ({ name }) => keyOf(name), "person"),
      payersBy(items, addressOf, "person"),
      payersBy(items, (item) => domainOf(addressOf(item)), "domain"),
      payersBy(items, firstNumber, "number"),
      payersBy(items, lastNumber, "number"),
    ].filter(({ matched }) => matched.length > 0);
  }

  /**
   * Maximization step.
   * @param probabilities by pair
   */
  learn(pairs: CandidatePairs, probabilities: Float64Array): void {
    this.counted = new CountedPairs(pairs, probabilities, this.customers, this.itemCount);
    this.lastItem = undefined;
    for (const payer of this.payers) {
      payer.matched.fill(0);
      payer.together.clear();
      payer.partners.fill(undefined);
    }
    for (const { item, customer, probability } of this.counted) {
      for (const payer of this.payers) {
        const id = payer.of[item] ?? UNKNOWN;
        if (id === UNKNOWN) continue;
        payer.matched[id] = (payer.matched[id] ?? 0) + probability;
        if (!payer.together.add(id, customer, probability)) continue;
        const partners = payer.partners[id];
        if (partners) partners.push(customer);
        else payer.partners[id] = [customer];
      }
    }
    for (const payer of this.payers) if (payer.by === "number") this.learnAgreement(payer);
  }

  /** Estimates by label whether numbers identify customers, or products and the like. */
  private learnAgreement({ together, labels, agreement }: Payer): void {
    const pairs = new Map<number, { all: number; same: number }>();
    const of = (label: number) => {
      const known = pairs.get(label) ?? { all: NUMBERS.pairs, same: NUMBERS.pairs / 2 };
      pairs.set(label, known);
      return known;
    };
    const sure = new Float64Array(agreement.length);
    for (const [payer, count] of together) {
      const lines = Math.floor(count + ALMOST);
      sure[payer] = (sure[payer] ?? 0) + lines;
      of(labels[payer] ?? 0).same += pairsOf(lines);
    }
    for (const [payer, lines] of sure.entries()) of(labels[payer] ?? 0).all += pairsOf(lines);
    for (const payer of agreement.keys()) {
      const { all, same } = of(labels[payer] ?? 0);
      agreement[payer] = same >= NUMBERS.agreement * all ? same / all : 0;
    }
  }

  /** @returns the ledger customer of a row; −1 for none */
  customerOf(row: LedgerRow): number {
    return this.customers[row.index] ?? this.ids.find(this.customerKey(row)) ?? UNKNOWN;
  }

  /** @returns ledger customers that the item's payer was matched to */
  partnersOf(item: PayoutItem): ReadonlySet<number> {
    const partners = new Set<number>();
    for (const payer of this.payers) {
      const id = payerOf(payer, item);
      if (!payer.agreement[id]) continue;
      for (const customer of payer.partners[id] ?? NOBODY) partners.add(customer);
    }
    return partners;
  }

  private customerKey({ name, customer }: LedgerRow): string {
    return customer?.id ? `=${customer.id}` : (this.strings.form(name)?.key ?? "");
  }

  /**
   * @param first day number, as is `last`
   * @returns indices of the rows within these days whose customers the item's payer was matched to
   */
  *rowsOfPartners(item: PayoutItem, first: number, last: number): Generator<number> {
    for (const customer of this.partnersOf(item)) {
      const [from, to] = this.rowsOf.placesBetween(customer, first, last);
      if (to - from > MAX_PARTNER_ROWS) continue;
      for (let place = from; place < to; place++) yield this.rowsOf.members[place] ?? UNKNOWN;
    }
  }

  /**
   * @param isCandidate for a candidate pair: pairs of the same line or row are rivals, whose counts
   * are left out
   * @param prior match weight of the names, in bits
   * @returns the evidence of the payer's other lines, or null where there are none
   */
  evidence(
    item: PayoutItem,
    row: LedgerRow,
    isCandidate: boolean,
    prior: number,
  ): AliasEvidence | null {
    // Names that agree need no further evidence.
    if (prior >= NAMED_WEIGHT) return null;
    const customer = this.customerOf(row);
    const payers = this.matchedPayersOf(item);
    if (customer === UNKNOWN || payers.length === 0) return null;
    const { strength, share } = CUSTOMER_ALIASES;
    const base = strength * Math.min(1, exp2(prior) * share);
    let [best, bestTimes] = [Number.NEGATIVE_INFINITY, 0];
    let bestBy: PayerKind | null = null;
    for (const { payer, id, total, sameCustomer } of payers) {
      const { of, together, by } = payer;
      // Colleagues who are customers themselves pay for themselves, whatever their domain has in common.
      if (by === "domain" && this.ownCustomers.isOtherSpelling(item, row)) continue;
      let all = total;
      let times = together.get(id, customer);
      if (isCandidate && this.counted) {
        this.counted.countOwn(item.index, row.index, of, id, customer);
        all -= this.counted.own.all;
        times = Math.max(0, times - this.counted.own.times);
      }
      if (all < MIN_COUNTED / 2) continue;
      const ratio = (times + base) / ((all + strength) * share);
      const weight = Math.log2(sameCustomer * ratio + 1 - sameCustomer);
      const counts = weight > prior || (by === "person" && bestBy === null);
      if (!counts || weight <= best) continue;
      best = weight;
      bestTimes = times;
      bestBy = by;
    }
    return bestBy && { weight: best, times: bestTimes, by: bestBy };
  }

  private matchedPayersOf(item: PayoutItem): readonly MatchedPayer[] {
    if (this.lastItem !== item) {
      const matched: MatchedPayer[] = [];
      for (const payer of this.payers) {
        const id = payerOf(payer, item);
        if (id === UNKNOWN) continue;
        const [total, sameCustomer] = [payer.matched[id] ?? 0, payer.agreement[id] ?? 0];
        if (total > 0 && sameCustomer > 0) matched.push({ payer, id, total, sameCustomer });
      }
      this.lastItem = item;
      this.lastPayers = matched;
    }
    return this.lastPayers;
  }
}

/** Ordered pairs of lines. */
function pairsOf(lines: number): number {
  return lines * (lines - 1);
}

function keyOfNumber(found: RecurringNumber | undefined): string {
  return found ? `${found.label} ${found.number}` : "";
}

/** The item's own address, or the first that is known of its payer. */
function addressOf({ email, customer }: PayoutItem): string {
  return email === "" ? (customer?.emails[0] ?? "") : email;
}

function payerOf({ of, find }: Payer, item: PayoutItem): number {
  return of[item.index] ?? find(item) ?? UNKNOWN;
}

function payersBy(items: PayoutItem[], keyOf: (item: PayoutItem) => string, by: PayerKind): Payer {
  const keys = items.map(keyOf);
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== "") counts.set(key, (counts.get(key) ?? 0) + 1);
  const ids = new EquivalenceClasses();
  const labelIds = new EquivalenceClasses();
  const labels: number[] = [];
  const of = column(keys, (key) => {
    if ((counts.get(key) ?? 0) <= 1) return UNKNOWN;
    const id = ids.of(key);
    if (by === "number") labels[id] ??= labelIds.of(key.slice(0, key.lastIndexOf(" ")));
    return id;
  });
  return {
    ...{ of, by, labels },
    find: (item) => ids.find(keyOf(item)),
    matched: new Float64Array(ids.size),
    together: new PairSums(),
    partners: new Array<number[] | undefined>(ids.size).fill(undefined),
    agreement: new Float64Array(ids.size).fill(by === "number" ? 0 : 1),
  };
}
