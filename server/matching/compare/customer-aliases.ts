import { DayIndex } from "../collections/day-index";
import { EquivalenceClasses } from "../collections/equivalence-classes";
import { CUSTOMER_ALIASES, NAMED_WEIGHT } from "../parameters";
import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";
import { isPrivateDomain, mailDomain } from "../text/mail-domains";
import { CandidatePairs } from "./candidate-pairs";

/** No payer, no ledger customer. */
const UNKNOWN = -1;
/** Only pairs at least this probable are counted, so that the counts stay few. */
const MIN_COUNTED = 0.5;
/** Customers with more payments than this in a window are looked up by amount alone. */
const MAX_PARTNER_ROWS = 256;

/** How often one payer's other lines were matched to one ledger customer. */
interface Payer {
  /** Payer of each item, or {@link UNKNOWN}: payers of a single item teach nothing. */
  of: Int32Array;
  /** The same for an item that came later. */
  find: (item: PayoutItem) => number | undefined;
  /** Expected number of matched items, by payer. */
  matched: Float64Array;
  /** The same by payer and ledger customer. */
  together: Map<number, number>;
  /** Ledger customers that a payer's items were matched to, by payer. */
  partners: Map<number, Set<number>>;
  /** Whether items matched elsewhere speak against a pair: not so for a mail domain. */
  isPerson: boolean;
}

/** What a payer's other lines say about a pair. */
export interface AliasEvidence {
  /** Match weight of the customers, in bits. */
  weight: number;
  /** Number of the payer's other lines that belong to this ledger customer. */
  times: number;
}

/**
 * Who pays for whom, learned from the pairs themselves: "Ines Falk" may be "Northgate Joinery" in
 * the books. The ledger customers of one payer follow a Dirichlet process whose base measure is
 * what their names say, so a payer without other lines is judged by name alone, and a few other
 * lines outweigh it. Payers are persons or companies by id, name and address, and mail domains that
 * are no public mailbox's.
 */
export class CustomerAliases {
  private readonly customers: Int32Array;
  private readonly ids = new EquivalenceClasses();
  private readonly strings: RecordSet["strings"];
  private readonly customerCount: number;
  private readonly payers: Payer[];
  /** Ledger rows by customer. */
  private readonly rowsOf: DayIndex;
  private probabilities: Float64Array = new Float64Array();
  /** What was learned from; none before. */
  private pairs = new CandidatePairs();

  /** O(items + rows). */
  constructor({ items, rows, strings }: RecordSet) {
    this.strings = strings;
    const keyOf = (name: number) => strings.form(name)?.key ?? "";
    this.customers = Int32Array.from(rows, (row) => {
      const key = this.customerKey(row);
      return key === "" ? UNKNOWN : this.ids.of(key);
    });
    this.rowsOf = new DayIndex(
      this.ids.size,
      this.customers,
      Int32Array.from(rows, ({ day }) => day),
    );
    this.customerCount = this.ids.size;
    const domainOf = (email: string) => {
      const domain = mailDomain(email);
      return isPrivateDomain(domain) ? domain : "";
    };
    this.payers = [
      payersBy(items, ({ customer }) => customer?.id ?? "", true),
      payersBy(items, ({ name }) => keyOf(name), true),
      payersBy(items, ({ email }) => email, true),
      payersBy(items, ({ email }) => domainOf(email), false),
    ];
  }

  /**
   * Maximization step.
   * @param probabilities by pair
   */
  learn(pairs: CandidatePairs, probabilities: Float64Array): void {
    this.probabilities = probabilities;
    this.pairs = pairs;
    for (const payer of this.payers) {
      payer.matched.fill(0);
      payer.together.clear();
      payer.partners.clear();
    }
    for (let pair = 0; pair < pairs.size; pair++) {
      const probability = probabilities[pair] ?? 0;
      if (probability < MIN_COUNTED) continue;
      const customer = this.customers[pairs.rowOf(pair)] ?? UNKNOWN;
      if (customer === UNKNOWN) continue;
      for (const payer of this.payers) {
        const id = payer.of[pairs.itemOf(pair)] ?? UNKNOWN;
        if (id === UNKNOWN) continue;
        payer.matched[id] = (payer.matched[id] ?? 0) + probability;
        const key = id * this.customerCount + customer;
        payer.together.set(key, (payer.together.get(key) ?? 0) + probability);
        const partners = payer.partners.get(id) ?? new Set();
        payer.partners.set(id, partners.add(customer));
      }
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
      for (const customer of payer.partners.get(payerOf(payer, item)) ?? []) partners.add(customer);
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
    if (customer === UNKNOWN) return null;
    const { strength, share } = CUSTOMER_ALIASES;
    const base = strength * Math.min(1, 2 ** prior * share);
    let found: AliasEvidence | null = null;
    for (const each of this.payers) {
      const { of, matched, together, isPerson } = each;
      const payer = payerOf(each, item);
      if (payer === UNKNOWN) continue;
      const total = matched[payer] ?? 0;
      if (total === 0) continue;
      const place = { item: item.index, row: row.index, of, payer, customer };
      const own = isCandidate ? this.countedFor(place) : NOTHING;
      const all = total - own.all;
      if (all < MIN_COUNTED / 2) continue;
      const key = payer * this.customerCount + customer;
      const times = Math.max(0, (together.get(key) ?? 0) - own.times);
      const weight = Math.log2((times + base) / ((all + strength) * share));
      const counts = weight > prior || (isPerson && found === null);
      if (counts && weight > (found?.weight ?? Number.NEGATIVE_INFINITY)) found = { weight, times };
    }
    return found;
  }

  /** What this item's and this row's own pairs added to the counts. */
  private countedFor({ item, row, of, payer, customer }: Place): { all: number; times: number } {
    const { pairs } = this;
    let [all, times] = [0, 0];
    const add = (pair: number) => {
      const probability = this.probabilities[pair] ?? 0;
      const other = this.customers[pairs.rowOf(pair)] ?? UNKNOWN;
      if (probability < MIN_COUNTED || other === UNKNOWN) return;
      all += probability;
      if (other === customer) times += probability;
    };
    for (let at = pairs.itemBegin(item); at < pairs.itemEnd(item); at++) add(pairs.itemPair(at));
    for (let at = pairs.rowBegin(row); at < pairs.rowEnd(row); at++) {
      const pair = pairs.rowPair(at);
      if (pairs.itemOf(pair) !== item && of[pairs.itemOf(pair)] === payer) add(pair);
    }
    return { all, times };
  }
}

interface Place {
  item: number;
  row: number;
  of: Int32Array;
  payer: number;
  customer: number;
}

const NOTHING = { all: 0, times: 0 };

function payerOf({ of, find }: Payer, item: PayoutItem): number {
  return of[item.index] ?? find(item) ?? UNKNOWN;
}

function payersBy(
  items: PayoutItem[],
  keyOf: (item: PayoutItem) => string,
  isPerson: boolean,
): Payer {
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== "") counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const ids = new EquivalenceClasses();
  const of = Int32Array.from(items, (item) => {
    const key = keyOf(item);
    return (counts.get(key) ?? 0) > 1 ? ids.of(key) : UNKNOWN;
  });
  return {
    of,
    find: (item) => ids.find(keyOf(item)),
    matched: new Float64Array(ids.size),
    together: new Map(),
    partners: new Map(),
    isPerson,
  };
}
