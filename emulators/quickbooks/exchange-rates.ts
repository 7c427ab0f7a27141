import { business, missing, notFound } from "./faults";
import { type QuickBooksState, wireTime } from "./state";

/** One unit in US dollars. */
const IN_DOLLARS: Readonly<Record<string, number>> = {
  AUD: 0.66,
  CAD: 0.73,
  EUR: 1.08,
  GBP: 1.27,
  JPY: 0.0067,
  NZD: 0.6,
  USD: 1,
};

/** One unit of a currency in the books' own, with six decimals; undefined where the books know none. */
export function rateOf(state: QuickBooksState, currency: string): number | undefined {
  const source = IN_DOLLARS[currency];
  const home = IN_DOLLARS[state.homeCurrency];
  if (!source || !home || state.withoutRate?.includes(currency)) return undefined;
  return Math.round((source / home) * 1_000_000) / 1_000_000;
}

/** `GET /exchangerate`. @throws QuickBooksFault for a currency that the company doesn't use. */
export function exchangeRate(query: URLSearchParams, state: QuickBooksState) {
  const source = query.get("sourcecurrencycode");
  if (!source) throw missing("sourcecurrencycode");
  const asOf = query.get("asofdate") ?? state.today;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(asOf)) throw business("asofdate is not a date.");
  const Rate = rateOf(state, source);
  if (Rate === undefined) throw notFound(source);
  return {
    SourceCurrencyCode: source,
    TargetCurrencyCode: state.homeCurrency,
    Rate,
    AsOfDate: asOf,
    domain: "QBO",
    sparse: false,
    MetaData: { LastUpdatedTime: wireTime(new Date()) },
  };
}
