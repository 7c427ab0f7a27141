import { lettersIn } from "./scripts";

/** Words that occur in bank texts and ledgers regardless of the customer. */
const COMMON_WORDS = new Set(
  (
    "ach debit credit pos wire trf transfer payment payments pmt pymt pay paid check chk cheque deposit " +
    "dep purchase card online bill autopay auto epayment recurring invoice inv ref reference order " +
    "number from for per via not new web mobile bank account acct trn txn transaction sale sales " +
    "receipt refund return returned item fee service monthly void voided reissued reversal " +
    "correction corrected error customer vendor received january february march april may june july " +
    "august september october november december jan feb mar apr jun jul aug sep sept oct nov dec " +
    "usd eur gbp com www " +
    // The same in other languages, folded and in Latin where they can be.
    "rechnung rechnungen zahlung zahlungseingang uberweisung einzahlung gutschrift lastschrift miete " +
    "facture factures paiement reglement virement versement factura facturas pago pagos transferencia abono " +
    "recibo fattura fatture pagamento bonifico affitto fatura faturas pagamentos recebimento aluguel " +
    "factuur betaling overschrijving faktura fakturor inbetalning betalning indbetaling innbetaling overforing " +
    "lasku maksu wplata platnosc przelew zaplata platba szamla fizetes odeme odemesi havale nolu " +
    "schet oplata oplaty platezh schetu perevod rakhunok rakhunkom oplatu timologio timologiou pliromi katathesi " +
    "thanh toan chuyen khoan 请求书 请求书番号 御请求书 ご请求 お支払い 入金 返金 领収书 发票 发票号 付款 转账 退款 收到 收款 货款 汇款 支付 电汇 现金 振込 代金 فاتوره رقم دفعه تحويل"
  ).split(" "),
);

/**
 * Tests whether a folded word of a free text can identify a customer: at least three letters or two ideographs, no
 * digit, no stop word.
 */
export function isDistinctive(word: string): boolean {
  return lettersIn(word) >= 3 && !COMMON_WORDS.has(word) && !/\d/.test(word);
}
