import {
  customersShown,
  lagKey,
  type OracleLine,
  type OraclePayment,
  type OracleRows,
  type Way,
  wayOf,
} from "./rows";

/** A reference that both show settles it. */
const SHARED_REFERENCE = 1e6;
/** Half an observation: nothing is impossible because it was not seen. */
const UNSEEN = 0.5;

/**
 * The true odds that a payment is the one of a line, before any competition: how often true pairs
 * look like this, over how often a payment without a line does. Every rate is counted from the
 * truth of the very data, which no engine can do.
 */
export class Odds {
  private readonly recorded = new Map<string, { of: number; all: number }>();
  private readonly ways = new Map<string, number>();
  private readonly lags = new Map<string, number>();
  private readonly lagTotals = new Map<string, number>();
  private readonly amounts = new Map<string, number>();
  private readonly customers = new Map<number, number>();
  private readonly withReference: number;
  private readonly strangers: number;
  private readonly days: number;
  /** Share of payments without a line whose customer has lines elsewhere; and of hidden lines. */
  private readonly knownStrangers: number;
  private readonly knownCustomers: number;

  constructor(private readonly rows: OracleRows) {
    const { lines, payments, pairs } = rows;
    const paired = new Set(pairs.map(({ line }) => line.id));
    for (const { id, sort, facts } of lines) {
      const count = this.recorded.get(sort) ?? { of: 0, all: 0 };
      count.all++;
      if (paired.has(id)) count.of++;
      this.recorded.set(sort, count);
      if (facts.customer !== null && facts.showsCustomer) increase(this.customers, facts.customer);
    }
    for (const { line, payment } of pairs) {
      const way = wayOf(line, payment.amount);
      if (way) increase(this.ways, way.name);
      increase(this.lags, lagKey(line, payment.day));
      increase(this.lagTotals, lagKey(line, line.day));
    }
    for (const { currency, amount } of payments) increase(this.amounts, `${currency}${amount}`);
    this.withReference = share(pairs, ({ payment }) => payment.facts.references.length > 0);
    const inPairs = new Set(pairs.map(({ payment }) => payment.id));
    const others = payments.filter(({ id }) => !inPairs.has(id));
    this.strangers = others.length + UNSEEN;
    this.knownStrangers = share(others, ({ facts }) => this.isKnown(facts.customer));
    this.knownCustomers = share(lines, ({ facts }) => (this.seen(facts.customer) ?? 0) > 1);
    const all = payments.map(({ day }) => day);
    this.days =
      all.reduce((a, b) => Math.max(a, b), 0) - all.reduce((a, b) => Math.min(a, b), 1e9) + 1;
  }

  /** 0 where it cannot be. */
  of(line: OracleLine, payment: OraclePayment): number {
    const way = wayOf(line, payment.amount);
    const { of = 0, all = 0 } = this.recorded.get(line.sort) ?? {};
    if (!way || of === 0) return 0;
    const customer = this.customerRatio(line, payment);
    const reference = this.referenceRatio(line, payment);
    if (customer === 0 || reference === 0) return 0;
    const exists = of / (all - of + UNSEEN);
    const amount = this.wayShare(way);
    const lag = this.lagShare(line, payment.day);
    return (exists * amount * lag * customer * reference) / this.strangersLike(payment);
  }

  /** Payments without a line that one expects on this day with this amount. */
  private strangersLike({ currency, amount }: OraclePayment): number {
    const alike = this.amounts.get(`${currency}${amount}`) ?? 1;
    return (this.strangers / this.days) * (alike / this.rows.payments.length);
  }

  /** How often true pairs are recorded in this way, spread over all amounts that it may yield. */
  private wayShare({ name, outcomes }: Way): number {
    return (this.ways.get(name) ?? 0) / this.rows.pairs.length / outcomes;
  }

  private lagShare(line: OracleLine, day: number): number {
    const seen = this.lags.get(lagKey(line, day)) ?? 0;
    const all = this.lagTotals.get(lagKey(line, line.day)) ?? 0;
    return (seen + UNSEEN / MAX_LAG) / (all + 1);
  }

  private customerRatio(line: OracleLine, payment: OraclePayment): number {
    const [a, b] = [line.facts, payment.facts];
    if (!b.showsCustomer || b.customer === null) return 1;
    if (a.showsCustomer && a.customer !== null) {
      const [left, right] = [customersShown(a), customersShown(b)];
      if (!left.some((customer) => right.includes(customer))) return 0;
      const open = Math.max(left.length, right.length);
      return this.customers.size / open / Math.max(0.05, this.knownStrangers);
    }
    return this.isKnown(b.customer)
      ? this.knownCustomers / Math.max(0.02, this.knownStrangers)
      : (1 - this.knownCustomers) / Math.max(0.02, 1 - this.knownStrangers);
  }

  private referenceRatio(line: OracleLine, payment: OraclePayment): number {
    const [left, right] = [line.facts.references, payment.facts.references];
    if (right.length === 0) return 1 - this.withReference;
    if (right.some((reference) => left.includes(reference))) return SHARED_REFERENCE;
    const kinds = new Set(left.map(kindOf));
    // Only true payments carry references; a line that hides its own may be the one.
    return right.some((reference) => kinds.has(kindOf(reference))) ? 0 : 20;
  }

  private seen(customer: number | null): number | undefined {
    return customer === null ? undefined : this.customers.get(customer);
  }

  private isKnown(customer: number | null): boolean {
    return this.seen(customer) !== undefined;
  }
}

/** Days between a line and its payment that the oracle looks at, either way. */
export const MAX_LAG = 28;

function kindOf(reference: string): string {
  return /^[a-z]+_/.exec(reference)?.[0] ?? "number";
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function share<Row>(rows: readonly Row[], holds: (row: Row) => boolean): number {
  return rows.length === 0 ? 0 : rows.filter(holds).length / rows.length;
}
