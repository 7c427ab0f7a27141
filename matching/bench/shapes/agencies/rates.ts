import { NOISE } from "../../rates";

/** A studio that invoices firms: people pay by card, the books know the firm. Shares from 0 to 1. */
export const AGENCY_RATES = {
  ...NOISE,
  perDay: 12,
  /** Charges that are a monthly retainer. */
  retainers: 0.38,
  retainerSkipped: 0.05,
  retainerRaised: 0.02,
  lineNameMissing: 0.06,
  /** Of the named lines: the firm's name instead of the cardholder's. */
  lineNamesFirm: 0.13,
  lineEmail: 0.72,
  lineEmailWithoutName: 0.7,
  /** Lines that show the invoice number; of these also as a reference. */
  invoiceOnLine: 0.45,
  invoiceInReference: 0.4,
  /** Lines of an account with several clients that say which it is. */
  lineNamesClient: 0.6,
  paymentNameMissing: 0.03,
  paymentEmail: 0.03,
  /** Payments that carry the invoice number, or the processor's id. */
  invoiceOnPayment: 0.28,
  chargeOnPayment: 0.05,
  noted: 0.45,
  /** Clients' usual habit of dating is kept this often. */
  habitual: 0.75,
  /** Invoices paid by transfer, check or PayPal. */
  unprocessed: 0.13,
  /** Charges for two invoices, which the books hold as two payments; and the other way round. */
  severalInvoices: 0.035,
  chargesTogether: 0.02,
  /** Projects paid half in advance; charges recorded in two parts. */
  halves: 0.07,
  instalments: 0.02,
  /** Charged twice by mistake, given back within days, never in the books. */
  doubled: 0.004,
  netRecorded: 0.055,
  smallDifference: 0.007,
  refunded: 0.025,
  refundRecorded: 0.75,
  /** Whether rows carry what both sides keep on the customer. */
  profiles: false,
};

export type AgencyRates = typeof AGENCY_RATES;
