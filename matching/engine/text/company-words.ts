/** Words of company names that are no part of a person's, in the languages of our customers. */
const COMPANY_WORDS = new Set(
  (
    "agency associates association attorneys auto bakery bank bar bistro books boutique brewery bros brothers " +
    "builders building cafe capital care catering center centre church cleaning clinic club coffee collective " +
    "college commerce committee communications community computers construction consultants consulting " +
    "contractors cooperative council creative dairy deli dental dentistry design designs development digital " +
    "distribution electric electrical electronics energy engineering enterprise enterprises environmental " +
    "equipment events exports farm farms fashion film finance financial fitness flooring florist foods " +
    "foundation freight fund furniture gallery garage garden gardens glass global group guild gym health heating " +
    "holding holdings home homes hospital hotel house imports industrial industries institute insurance " +
    "interiors international investments janitorial joinery joiners kitchen kitchens lab laboratories labs " +
    "landscaping law legal logistics machinery management manufacturing marine maritime market marketing markets media " +
    "medical metal metals ministries mobility motors museum music networks nursery office offices optical orchard " +
    "organic outdoor packaging partner partners partnership pharma pharmacy photography physio plumbing " +
    "practice press print printers printing productions products properties property publishing realty records " +
    "recycling rental rentals repair research resort restaurant retail roofing salon school schools security " +
    "service services shipping shop society software solar solicitors solutions spa sports station steel store " +
    "stores strategies studio studios supplies supply surgery surveyors systems team technologies technology " +
    "telecom textiles theater theatre tiles timber tools tours trade trading training transport travel trucking " +
    "trust union university utilities ventures veterinary vets video village vineyard warehouse welding " +
    "wholesale windows wines winery woodworks works workshop yachts yoga " +
    // German, French, Spanish, Portuguese, Italian, Dutch, Nordic, Polish, Russian
    "apotheke architekten autohaus backerei bau betrieb buchhandlung buro dachdecker druckerei elektro gartnerei " +
    "gasthof gesellschaft handel handwerk haustechnik hof kanzlei klinik maschinenbau metallbau metzgerei praxis " +
    "schreinerei stiftung technik tischlerei verein verlag werbung werkstatt atelier boulangerie cabinet " +
    "communaute editions entreprise etablissements fromagerie garage librairie maison menuiserie pharmacie " +
    "plomberie societe transports asociacion bodega carpinteria clinica comercial construcciones despacho " +
    "distribuciones editorial empresa farmacia ferreteria fundacion grupo hermanos hijos inmobiliaria panaderia " +
    "servicios taller tienda comercio construcoes empreendimentos irmaos oficina padaria servicos azienda bottega " +
    "cantina costruzioni farmacia fratelli officina ristorante studio bakkerij bouw garage handelshuis stichting " +
    "vereniging winkel byggeri bygg firma forening handel tjenester verksted apteka budowlana firma przedsiebiorstwo " +
    "spolka usługi zaklad kompaniya magazin masterskaya torgovyi firma stroi"
  ).split(" "),
);

/** @param word folded */
export function isCompanyWord(word: string): boolean {
  return COMPANY_WORDS.has(word);
}
