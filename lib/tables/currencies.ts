/** What a sign or code beside an amount can mean. */
export interface CurrencyMark {
  /** As written: "A$". */
  text: string;
  possible: readonly string[];
  /** What it means unless something else says more; undefined where that can't be told. */
  usual: string | undefined;
}

const DOLLARS =
  "USD AUD CAD NZD SGD HKD TWD BBD BMD BND BSD BZD FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD MXN ARS CLP COP UYU DOP";

/** Sign → the currencies that it can mean. The first is the usual one, unless the list begins with "?". */
const SIGNS: Record<string, string> = {
  $: DOLLARS,
  us$: "USD",
  $us: "USD",
  u$s: "USD",
  a$: "AUD",
  au$: "AUD",
  c$: "CAD",
  ca$: "CAD",
  $ca: "CAD",
  can$: "CAD",
  nz$: "NZD",
  s$: "SGD",
  sg$: "SGD",
  hk$: "HKD",
  nt$: "TWD",
  mx$: "MXN",
  mex$: "MXN",
  ar$: "ARS",
  cl$: "CLP",
  col$: "COP",
  j$: "JMD",
  tt$: "TTD",
  r$: "BRL",
  "£": "GBP GIP FKP SHP EGP LBP",
  "€": "EUR",
  euro: "EUR",
  euros: "EUR",
  "¥": "? JPY CNY",
  円: "JPY",
  元: "CNY",
  "₹": "INR",
  rs: "? INR PKR LKR NPR MUR SCR",
  kr: "? SEK NOK DKK ISK",
  kč: "CZK",
  zł: "PLN",
  zl: "PLN",
  ft: "HUF",
  lei: "? RON MDL",
  лв: "BGN",
  "₽": "RUB",
  "₺": "TRY",
  tl: "TRY",
  "₪": "ILS",
  "₩": "KRW",
  "฿": "THB",
  "₫": "VND",
  "₱": "PHP",
  "₦": "NGN",
  "₴": "UAH",
  "₡": "CRC",
  "₲": "PYG",
  "₵": "GHS",
  gh: "GHS",
  r: "ZAR",
  rm: "MYR",
  rp: "IDR",
  fr: "CHF",
  sfr: "CHF",
  cfa: "? XOF XAF",
  fcfa: "? XOF XAF",
  "s/": "PEN",
  ksh: "KES",
  tsh: "TZS",
  ush: "UGX",
};

const CODES = new Set(Intl.supportedValuesOf("currency"));

/** A sign or code as people write it, in any case: "£", "C$", "kr.", "EUR". Null when it is none. */
export function currencyMark(text: string): CurrencyMark | null {
  const bare = text
    .trim()
    .replace(/[\s.]+$/, "")
    .replace(/^([a-z]{3})\$$/i, "$1");
  const upper = bare.toUpperCase();
  if (CODES.has(upper)) return { text: bare, possible: [upper], usual: upper };
  const [first = "", ...more] = (SIGNS[bare.toLowerCase().replace(/\s+/g, "")] ?? "").split(" ");
  if (first === "") return null;
  if (first === "?") return { text: bare, possible: more, usual: undefined };
  return { text: bare, possible: [first, ...more], usual: first };
}

const IN_TEXT =
  /(?:^|[^\p{L}])(?:currency|devise|moneda|moeda|währung|valuta|amounts?(?: are| shown)? in|montants? en|importes? en|valores em|beträge in|importi in|bedragen in)\s*:?\s*\(?([^\s),;]{1,4})/iu;

/** The currency that a line above or below a table names: "Amounts in EUR". */
export function currencyInText(text: string): CurrencyMark | null {
  const [, named = ""] = IN_TEXT.exec(text) ?? [];
  if (named !== "") return currencyMark(named);
  return text.endsWith(")") ? withoutCurrency(text).mark : null;
}

/** Codes that are words in headings and titles. */
const WORDS = new Set("ALL ANG BAM CUP GEL LAK MAD MOP PEN SOS TOP TRY".split(" "));
const AT_END =
  /^(.*\S)\s*(?:[([]\s*(?:in |en |em )?([^\s)\]]{1,4})\s*[)\]]|\s(?:in |en |em )?([^\s()]{1,4}))$/iu;

/** A heading without the currency that it ends with: "Amount (USD)" → "Amount" and USD. */
export function withoutCurrency(heading: string): { name: string; mark: CurrencyMark | null } {
  const [, name = "", inBrackets, bare = ""] = AT_END.exec(heading) ?? [];
  const named = inBrackets ?? bare;
  const isMark = /^[A-Z]{3}$|\p{Sc}/u.test(named) && !WORDS.has(named);
  const mark = name === "" || !isMark ? null : currencyMark(named);
  return mark ? { name: name.replace(/\s+(?:in|en|em)$/i, ""), mark } : { name: heading, mark };
}
