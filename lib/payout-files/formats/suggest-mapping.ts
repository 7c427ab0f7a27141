import { foldHeading } from "../rows/row-reader";
import type { MappedField, Mapping } from "./mapped";

/** Headings of exports in English, German, French, Dutch, Spanish and Italian; the first of a field counts. */
const HEADINGS: Record<MappedField, string> = {
  payout_id: `payout id|payout reference|payout|settlement id|settlement reference|settlement batch|deposit id|batch id|
    batch number|transfer id|transfer reference|auszahlungs-id|auszahlungsnummer|auszahlung id|id versement|
    référence du versement|uitbetalingsreferentie|id de pago|id liquidación`,
  payout_date: `payout date|paid out on|settlement date|settled on|deposit date|transfer date|arrival date|
    auszahlungsdatum|date de versement|date du versement|uitbetalingsdatum|fecha de pago|fecha de liquidación`,
  date: `transaction date|date|created|created at|date and time|datum|transaktionsdatum|buchungsdatum|
    date de transaction|date de l'opération|transactiedatum|fecha|data`,
  id: `transaction id|transaction reference|payment id|id|transaktions-id|transaktionsnummer|transaktion|
    id de transaction|identifiant|transactie-id|id de transacción|id transazione`,
  type: `type|transaction type|event type|typ|art|transaktionsart|type de transaction|type d'opération|soort|tipo`,
  gross: `gross|gross amount|amount|total|transaction amount|brutto|bruttobetrag|betrag|montant brut|montant|brut|
    bruto|bedrag|importe bruto|importe|lordo|importo`,
  fee: `fee|fees|total fees|commission|charges|gebühr|gebühren|entgelt|provision|frais|commissions|kosten|commissie|
    comisión|comisiones|commissione|commissioni`,
  net: `net|net amount|net total|settled amount|settlement amount|netto|nettobetrag|auszahlungsbetrag|montant net|
    netto bedrag|nettobedrag|neto|importe neto|netto a pagare`,
  money_in: "credit|money in|paid in|haben|gutschrift|crédit|credito|crédito",
  money_out: "debit|money out|paid out|soll|belastung|débit|debito|débito",
  currency: "currency|currency code|settlement currency|währung|devise|valuta|moneda|divisa",
  customer: `customer|customer name|name|payer|cardholder|cardholder name|kunde|kundenname|client|nom du client|klant|
    klantnaam|cliente`,
  email:
    "email|customer email|e-mail|email address|e-mail-adresse|adresse e-mail|e-mailadres|correo electrónico",
  description: `description|details|memo|note|beschreibung|verwendungszweck|libellé|omschrijving|descripción|
    descrizione`,
  number: `order|order number|order id|order no|invoice|invoice number|merchant reference|reference|bestellnummer|
    rechnungsnummer|commande|numéro de commande|facture|bestelnummer|factuurnummer|pedido|número de pedido`,
};

/** The columns that a header seems to have, for a user to confirm. */
export function suggestMapping(header: readonly string[]): Mapping {
  const folded = header.map(foldHeading);
  const taken = new Set<number>();
  const columns: Mapping["columns"] = {};
  for (const [field, list] of Object.entries(HEADINGS) as [MappedField, string][]) {
    const at = list
      .split("|")
      .map((name) => folded.indexOf(foldHeading(name)))
      .find((place) => place !== -1 && !taken.has(place));
    const heading = at === undefined ? undefined : header[at];
    if (at === undefined || heading === undefined) continue;
    taken.add(at);
    columns[field] = heading;
  }
  return { columns, payouts: columns.payout_id ? "id" : columns.payout_date ? "date" : "file" };
}
