import type { HistoryEntry } from "../contract";
import type { OpenInvoice } from "../records/open-invoices";
import type { RecordSet } from "../records/records";
import { bookableAmounts } from "./amounts";
import { ChanceAgreement } from "./chance-agreement";
import { CustomerAliases } from "./customer-aliases";
import { CustomerComparer } from "./customers";
import { FeeModel } from "./fee-model";
import { LearnedRates } from "./learned-rates";
import { MemoPayers } from "./memo-payers";
import { NumberFields } from "./number-fields";
import { OpenInvoices } from "./open-invoices";
import { OwnCustomers } from "./own-customers";
import { PastDecisions } from "./past-decisions";
import { RecordTypeWeights } from "./record-types";
import { RecurringPayments } from "./recurring";
import { ReturnedCharges } from "./returned-charges";
import { Scorer } from "./score";
import { TermFrequency } from "./term-frequency";
import { TextRates } from "./text-rates";
import { TextComparer } from "./texts";
import { Units } from "./units";

/** Both sides of the input and everything estimated from them as a whole. */
export interface LinkageModel {
  records: RecordSet;
  pastDecisions: PastDecisions;
  fees: FeeModel;
  rates: LearnedRates;
  terms: TermFrequency;
  texts: TextComparer;
  textRates: TextRates;
  chance: ChanceAgreement;
  recurring: RecurringPayments;
  recordTypes: RecordTypeWeights;
  returned: ReturnedCharges;
  aliases: CustomerAliases;
  customers: CustomerComparer;
  scorer: Scorer;
}

interface ModelOptions {
  rates?: LearnedRates;
  /** Open invoices beside the payments. */
  invoices?: readonly OpenInvoice[];
}

/**
 * Builds the model from prior, data and history: word frequencies, chance agreement of amounts, fee
 * rates, learned rates. O(n log n).
 */
export function buildModel(
  records: RecordSet,
  history: HistoryEntry[],
  { rates = new LearnedRates(history), invoices = [] }: ModelOptions = {},
): LinkageModel {
  const pastDecisions = new PastDecisions(history);
  const fees = new FeeModel(records.items, history);
  const terms = new TermFrequency(records);
  const texts = new TextComparer(records);
  const textRates = new TextRates();
  const chance = new ChanceAgreement(records.items, records.rows, (item) =>
    bookableAmounts(item, fees),
  );
  const recurring = new RecurringPayments(records);
  const recordTypes = new RecordTypeWeights(records.rows);
  const returned = new ReturnedCharges(records.items);
  const ownCustomers = new OwnCustomers(records);
  const aliases = new CustomerAliases(records, ownCustomers);
  const customers = new CustomerComparer(records.strings, terms, pastDecisions, ownCustomers);
  const scorer = new Scorer({
    strings: records.strings,
    terms,
    texts,
    textRates,
    fees,
    recurring,
    rates,
    chance,
    recordTypes,
    returned,
    aliases,
    customers,
    units: new Units(records),
    memoPayers: new MemoPayers(records),
    numberFields: new NumberFields(records, history, { chance, customers }),
    openInvoices: new OpenInvoices(invoices, customers, records.strings),
  });
  return {
    records,
    pastDecisions,
    fees,
    rates,
    terms,
    texts,
    textRates,
    chance,
    recurring,
    recordTypes,
    returned,
    aliases,
    customers,
    scorer,
  };
}
