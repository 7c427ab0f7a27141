import { DayIndex } from "../collections/day-index";
import { EquivalenceClasses } from "../collections/equivalence-classes";
import { CUSTOMER_ALIASES, NAMED_WEIGHT } from "../parameters";
import type { RecordSet } from "../records/records";
import { isPrivateDomain, mailDomain } from "../text/mail-domains";
import type { CandidatePairs } from "./candidate-pairs";

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
  private readonly customerCount: number;
  private readonly payers: Payer[];
  /** Ledger rows by customer. */
  private readonly rowsOf: DayIndex;
  private probabilities: Float64Array = new Float64Array();

  /** O(items + rows). */
  constructor({ items, rows, strings }: RecordSet) {
    const ids = new EquivalenceClasses();
    const keyOf = (name: number) => strings.form(name)?.key ?? "";
    this.customers = Int32Array.from(rows, ({ name, customer }) => {
      const key = customer?.id ? `=${customer.id}` : keyOf(name);
      return key === "" ? UNKNOWN : ids.of(key);
    });
    this.rowsOf = new DayIndex(
      ids.size,
      this.customers,
      Int32Array.from(rows, ({ day }) => day),
    );
    this.customerCount = ids.size;
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

  /**
   * @param item index of an item
   * @param first day number, as is `last`
   * @returns indices of the rows within these days whose customers the item's payer was matched to
   */
  *rowsOfPartners(item: number, first: number, last: number): Generator<number> {
    const partners = new Set<number>();
    for (const payer of this.payers) {
      for (const customer of payer.partners.get(payer.of[item] ?? UNKNOWN) ?? [])
        partners.add(customer);
    }
    for (const customer of partners) {
      const [from, to] = this.rowsOf.placesBetween(customer, first, last);
      if (to - from > MAX_PARTNER_ROWS) continue;
      for (let place = from; place < to; place++) yield this.rowsOf.members[place] ?? UNKNOWN;
    }
  }

  /**
   * @param pairs candidate pairs: those of the same line or row are rivals, whose counts are left out
   * @param prior match weight of the names, in bits
   * @returns the evidence of the payer's other lines, or null where there are none
   */
  evidence(
    item: number,
    row: number,
    pairs: CandidatePairs | null,
    prior: number,
  ): AliasEvidence | null {
    const customer = this.customers[row] ?? UNKNOWN;
    // Names that agree need no further evidence.
    if (customer === UNKNOWN || prior >= NAMED_WEIGHT) return null;
    const { strength, share } = CUSTOMER_ALIASES;
    const base = strength * Math.min(1, 2 ** prior * share);
    let found: AliasEvidence | null = null;
    for (const { of, matched, together, isPerson } of this.payers) {
      const payer = of[item] ?? UNKNOWN;
      if (payer === UNKNOWN) continue;
      const total = matched[payer] ?? 0;
      if (total === 0) continue;
      const own = pairs ? this.countedFor(pairs, { item, row, of, payer, customer }) : NOTHING;
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
  private countedFor(
    pairs: CandidatePairs,
    { item, row, of, payer, customer }: Place,
  ): { all: number; times: number } {
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

function payersBy<Item>(items: Item[], keyOf: (item: Item) => string, isPerson: boolean): Payer {
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
    matched: new Float64Array(ids.size),
    together: new Map(),
    partners: new Map(),
    isPerson,
  };
}
