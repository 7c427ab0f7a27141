/**
 * QuickBooks' words in the languages of its editions (English, French, Spanish, Portuguese, German, Italian, Dutch),
 * as `bareWords` leaves them. Several words for one column are in order of preference.
 */

/** Lower case, without accents, dots at the end and doubled spaces; one form of apostrophe. */
export function bareWords(text: string): string {
  const plain = /[^ -~]/.test(text)
    ? text.replace(/[°º]/g, "o").replace(/[’‘]/g, "'").normalize("NFD").replace(/\p{M}/gu, "")
    : text;
  return plain
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^\*|\.+$/g, "")
    .trim();
}

/** Words separated by ";" */
function list(...texts: string[]): string[] {
  return texts.flatMap((text) => text.split(";").map((word) => word.trim()));
}

export const COLUMNS: Record<string, string[]> = {
  Date: list(
    "date; transaction date; txn date; invoice date",
    "date de l'operation; date de transaction; date de la transaction; date de facture; date de facturation",
    "fecha; fecha de transaccion; fecha de la transaccion; data; data da transacao; data de transacao",
    "datum; transaktionsdatum; buchungsdatum; data transazione; data della transazione; data operazione",
    "transactiedatum; datum transactie",
  ),
  "Transaction type": list(
    "transaction type; txn type; type; type d'operation; type de transaction; type d'ecriture",
    "tipo de transaccion; tipo de operacion; tipo de transacao; tipo da transacao; tipo di transazione",
    "tipo transazione; tipo operazione; tipo; transaktionsart; transaktionstyp; art der transaktion; typ; art",
    "transactietype; type transactie; soort transactie; soort",
  ),
  Amount: list(
    "total; total amount; montant total; importe total; monto total; valor total; gesamtbetrag; importo totale",
    "totaalbedrag; gross amount; amount; montant; importe; monto; cantidad; valor; montante; betrag; importo",
    "bedrag; net amount",
  ),
  Num: list(
    "num; no; number; ref no; transaction number; doc num; invoice number; invoice no; n; numero; no de reference",
    "numero de reference; no d'operation; numero de transaccion; numero de referencia; no de ref; numero da transacao",
    "nummer; nr; belegnummer; belegnr; transaktionsnummer; numero di riferimento; numero transazione",
    "transactienummer; factuurnummer; rechnungsnummer; numero de facture; numero de factura; numero da fatura",
  ),
  Name: list(
    "customer full name; customer; customer name; client full name; client; client name; donor full name; donor",
    "received from; nom complet du client; nom du client; nombre completo del cliente; nombre del cliente; cliente",
    "nome completo do cliente; nome do cliente; vollstandiger name des kunden; kundenname; kunde",
    "nome completo del cliente; nome del cliente; nome cliente; volledige naam klant; klantnaam; klant",
    "full name; name; nom complet; nom; nombre completo; nombre; nome completo; nome; volledige naam; naam",
  ),
  Memo: list(
    "memo; memo/description; note/description; notes/description; memo/descripcion; nota/descripcion",
    "memorando/descricao; memorando; nota/descricao; memo/descricao; memo/beschreibung; notiz/beschreibung; notiz",
    "promemoria/descrizione; nota/descrizione; memo/descrizione; memo/omschrijving; notitie/omschrijving",
    "description; descripcion; descricao; beschreibung; descrizione; omschrijving",
  ),
  Account: list(
    "account; account name; account full name; distribution account; deposit to; compte; nom du compte",
    "nom complet du compte; compte de ventilation; cuenta; nombre de la cuenta; nombre de cuenta; conta",
    "nome da conta; konto; kontoname; name des kontos; conto; nome del conto; nome conto; rekening",
    "rekeningnaam; naam rekening; accountnaam",
  ),
  Split: list(
    "split; split account; item split account; ventilation; repartition; compte de contrepartie; division; dividir",
    "desglose; contrapartida; cuenta de contrapartida; divisao; rateio; aufteilung; gegenkonto; suddivisione",
    "ripartizione; contropartita; splitsing; splitsen; tegenrekening",
  ),
  Currency: list("currency; transaction currency; devise; moneda; divisa; moeda; wahrung; valuta"),
  "Foreign amount": list(
    "foreign amount; amount (foreign currency); montant en devise; montant en devises; montant en devise etrangere",
    "importe en moneda extranjera; importe en divisa; valor em moeda estrangeira; fremdwahrungsbetrag",
    "betrag in fremdwahrung; importo in valuta estera; importo in valuta; bedrag in vreemde valuta",
  ),
  Email: list(
    "email; customer email; e-mail; courriel; adresse e-mail; correo electronico; email do cliente; indirizzo email",
  ),
  "Open balance": list(
    "open balance; balance due; amount due; solde ouvert; solde impaye; solde a payer; solde du; saldo pendiente",
    "saldo abierto; saldo em aberto; saldo devedor; offener saldo; offener betrag; saldo aperto; saldo insoluto",
    "openstaand saldo; openstaand bedrag",
  ),
  "Foreign balance": list(
    "foreign open balance; open balance (foreign currency); foreign balance; foreign amount due",
  ),
  "Due date": list(
    "due date; date d'echeance; echeance; fecha de vencimiento; vencimiento; data de vencimento; vencimento",
    "falligkeitsdatum; fallig am; falligkeit; data di scadenza; scadenza; vervaldatum",
  ),
};

/** Headings of columns that only reports of parts of transactions have. */
export const PART_COLUMNS = new Set(
  list(
    "product/service; product/service full name; quantity; qty; produit/service; quantite; producto/servicio",
    "produto/servico; quantidade; produkt/dienstleistung; menge; prodotto/servizio; quantita; product/dienst; aantal",
  ),
);

/** Money out and in as two columns. */
export const DEBIT = new Set(list("debit; debito; debe; soll; dare; debet"));
export const CREDIT = new Set(list("credit; credito; haber; haben; avere"));

/** "Posting (Y/N)" in any language. */
export const POSTING =
  /^(?:posting|validation|comptabilisation|contabilizado|lancamento|buchung|registrazione|boeking)$|\((?:y\/n|o\/n|s\/n|j\/n)\)$/;
export const NOT_POSTED = new Set(list("no; n; non; nao; nein; nee"));

export const PAYMENT = new Set(
  list(
    "payment; receive payment; customer payment; paiement; paiement recu; paiement client; reception de paiement",
    "pago; pago recibido; recibir pago; pagamento; pagamento recebido; receber pagamento; zahlung; zahlungseingang",
    "erhaltene zahlung; kundenzahlung; pagamento ricevuto; incasso; betaling; ontvangen betaling",
  ),
);
export const SALES_RECEIPT = new Set(
  list(
    "sales receipt; recu de vente; recu de ventes; recibo de venta; recibo de ventas; recibo de venda",
    "recibo de vendas; verkaufsbeleg; verkaufsquittung; barverkauf; ricevuta di vendita; verkoopbon; verkoopbewijs",
    "verkoopontvangst; verkoopontvangstbewijs",
  ),
);
export const REFUND = new Set(
  list(
    "refund receipt; refund; recu de remboursement; bon de remboursement; remboursement; recibo de reembolso",
    "reembolso; recibo de devolucion; recibo de restituicao; recibo de devolucao; erstattungsbeleg; erstattung",
    "ruckerstattungsbeleg; ruckerstattung; ricevuta di rimborso; rimborso; terugbetalingsbewijs; terugbetalingsbon",
    "terugbetaling; restitutiebon; restitutie",
  ),
);
export const INVOICE = new Set(
  list("invoice; tax invoice; facture; factura; fatura; rechnung; fattura; factuur"),
);

/** Types that a transaction list has and that are no customer's money: they show that its language is known. */
export const OTHER_TYPES = new Set(
  list(
    "deposit; expense; bill; credit memo; estimate; check; cheque; transfer; journal entry; purchase order",
    "vendor credit; statement charge; charge; credit; supplier credit; credit note; time charge; tax payment",
    "bill payment (check); bill payment (cheque); bill payment (credit card); bill payment; credit card credit",
    "credit card expense; cash expense; cheque expense; sales tax payment; payroll check; billable expense charge",
    "inventory qty adjust; delayed charge; delayed credit; pledge; non-posting expense; adjustment note",
    "depot; depense; note de credit; avoir; devis; virement; ecriture de journal; bon de commande; facture a payer",
    "deposito; gasto; nota de credito; estimacion; presupuesto; transferencia; asiento contable; despesa; orcamento",
    "lancamento no diario; einzahlung; ausgabe; gutschrift; kostenvoranschlag; uberweisung; journalbuchung",
    "versamento; spesa; nota di credito; preventivo; trasferimento; registrazione contabile; storting; uitgave",
    "creditnota; creditfactuur; offerte; overboeking; journaalpost",
  ),
);

/** Names of the account where money waits for its deposit. */
export const WAITING =
  /undeposited funds|payments to deposit|non deposes|a deposer|sin depositar|no depositados|por depositar|nao depositados|a depositar|nicht eingezahlte|nicht hinterlegte|non depositati|non versati|niet[- ]gestorte|nog te storten/;

/** Names of the account on a payment's other side, which says nothing about where its money is. */
export const RECEIVABLES =
  /accounts receivable|\(a\/r\)|^-split-$|comptes clients|debiteurs|cuentas por cobrar|contas a receber|debitoren|forderungen|crediti verso|debiteuren|^-.*-$/;

export const BY_CUSTOMER =
  /\bby (?:customer|client|donor)\b|^customer balance|received payments|\bpar client|\bpor cliente|\bnach kunde|\bper (?:cliente|klant)/;
export const DEPOSIT_DETAIL =
  /^deposit detail|^detail des depots|^detalle de(?:l)? deposito|^detalhes? d[eo]s? deposito|^einzahlungsdetail|^dettagli(?:o)? (?:dei |del )?versament|^stortingsdetail/;
export const TRANSACTION_LIST =
  /^transaction list|^liste des (?:operations|transactions)|^lista de (?:transacc?iones|transacoes|operaciones)|^transaktionsliste|^elenco (?:delle )?(?:transazioni|operazioni)|^transactielijst|^lijst (?:van |met )?transacties/;
export const LISTS_OF_PARTS =
  /^(?:journal|general ledger|transaction detail by account|transaction list with splits|grand livre|libro (?:diario|mayor)|libro giornale|diario|razao geral|hauptbuch|grootboek)(?!\p{L})/u;
export const OPEN_INVOICES =
  /^open invoices|^(?:a\/r|accounts receivable) ag(?:e)?ing|^unpaid invoices|^factures? (?:impayees?|ouvertes?|en souffrance)|^facturas (?:abiertas|pendientes|impagas)|^faturas (?:em aberto|pendentes)|^offene rechnungen|^fatture (?:aperte|non pagate|in sospeso)|^openstaande facturen/;
