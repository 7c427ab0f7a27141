import type { NameForm } from "./names";

/** Words of placeholder names, in the languages of our customers. */
const NOBODY = new Set(
  (
    "customer customers guest guests anonymous unknown walkin walk buyer buyers shopper shoppers consumer public visitor " +
    "visitors client clients sundry various misc miscellaneous default general nobody " +
    "kunde kunden laufkundschaft barverkauf barkunde endkunde privatkunde divers diverse gast unbekannt " +
    "comptoir passage particulier particuliers anonyme inconnu mostrador publico varios consumidor cliente clientes " +
    "anonimo corrispettivi vari contante klant klanten particulieren passant kund kunder gjest ukjent klient klienci"
  ).split(" "),
);
/** Whoever these are, they are many: "Consultation Clients", "Summer Camp Participants". */
const MANY = new Set(
  (
    "customer customers clients guests patients members donors visitors students attendees participants shoppers buyers patrons " +
    "subscribers"
  ).split(" "),
);
/** What else such a name is made of. */
const CHANNEL = new Set(
  (
    "web website online internet marketplace store shop retail pos till counter cash card cards credit debit sale sales daily in " +
    "ebay amazon etsy shopify woocommerce square stripe paypal mobile app other no name general day event events " +
    "ladies house point of bar kasse laden verkauf vente ventes venta ventas vendita magasin tienda negozio winkel " +
    "final de du la le el al the and"
  ).split(" "),
);

/**
 * Tests whether a name stands for many customers: "Web Customer", "Walk-in", "Cash Sales". Such a
 * name neither identifies a customer nor contradicts another name.
 */
export function isCollectiveName({ words }: NameForm): boolean {
  const hasNobody = words.some((word) => NOBODY.has(word));
  const isChannel = words.length > 1 && words.every((word) => CHANNEL.has(word));
  if (MANY.has(words.at(-1) ?? "")) return true;
  return isChannel || (hasNobody && words.every((word) => NOBODY.has(word) || CHANNEL.has(word)));
}
