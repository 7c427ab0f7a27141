import type { LineKind } from "@/lib/constants/deposits";

/** Words that processors use for kinds, in the languages of their exports; the first that fits counts. */
const WORDS: [LineKind, RegExp][] = [
  [
    "dispute_reversal",
    /(?:chargeback|dispute|charge back).*(?:revers|won|reinstat)|reversal of (?:chargeback|dispute)/i,
  ],
  ["dispute", /chargeback|charge back|dispute|rücklastschrift|rückbuchung|rétrofacturation/i],
  ["reserve", /reserve|\bholds?\b|holdback|release|depositcorrection|einbehalt/i],
  [
    "fee",
    /fee|commission|gebühr|entgelt|frais|kosten|commissie|comisi[oó]n|invoicededuction|\btax\b|\bvat\b/i,
  ],
  [
    "refund",
    /refund|return|erstattung|gutschrift|rembours|terugbetal|reembolso|devoluci[oó]n|rimborso|reversal/i,
  ],
  ["adjustment", /adjust|correction|anpassung|korrektur|ajust/i],
  [
    "charge",
    /charge|payment|sale|settled|capture|umsatz|zahlung|verkauf|paiement|vente|betaling|pago|venta|purchase|order/i,
  ],
];

/** The kind that a file's word means; null for a word that we don't know. */
export function kindOfWord(word: string): LineKind | null {
  return WORDS.find(([, pattern]) => pattern.test(word))?.[0] ?? null;
}

/** The kind of a line whose file has no word for it. */
export function kindOfAmount(gross: number, net: number): LineKind {
  if (gross === 0 && net < 0) return "fee";
  return gross < 0 ? "refund" : "charge";
}
