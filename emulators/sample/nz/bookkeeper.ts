import type { CalendarDate } from "@/lib/dates";
import { createBankTransaction } from "../../xero/bank-transactions";
import { createBankTransfer } from "../../xero/bank-transfers";
import { addPayment } from "../../xero/by-hand";
import { createInvoice } from "../../xero/invoices";
import { wireAmount } from "../../xero/money";
import { createPayment } from "../../xero/payments";
import { type Account, type Desk, mainBooks, type XeroState } from "../../xero/state";
import { WORTH } from "./sales";

/** Where customers' payments by PayPal wait, by currency. */
export const CLEARING = { NZD: "PayPal", USD: "PayPal USD" } as const;
export type Kept = keyof typeof CLEARING;
export const BANK = "Kōwhai Bank Business";
const EXPORTS = "ZERORATED";

interface Customer {
  name: string;
  email?: string;
}

interface Entry {
  date: CalendarDate;
  amount: number;
  currency: Kept;
  reference?: string | undefined;
}

interface Sold extends Entry {
  customer: Customer;
  /** Of the invoice; the next of the books' own by default. */
  number?: string;
  invoicedOn: CalendarDate;
  channel: "Online" | "Wholesale";
  account?: string;
}

interface Moved extends Entry {
  contact: string;
  /** Of the line. */
  account: string;
  description: string;
  /** The bank account that it is on; by default the one that PayPal's money waits on. */
  bank?: string;
}

/** Enters amounts in minor units as of noon of their day; in US dollars without GST, at one rate. */
export class Bookkeeper {
  readonly #state: XeroState;

  constructor(state: XeroState) {
    this.#state = state;
  }

  /** An invoice, GST included, and its payment. */
  invoice({ date, amount, currency, reference, customer, ...about }: Sold): void {
    const desk = this.#on(date);
    const invoice = createInvoice(
      desk,
      {
        ...{ Type: "ACCREC", Status: "AUTHORISED", LineAmountTypes: "Inclusive" },
        ...{ Date: about.invoicedOn, CurrencyCode: currency, CurrencyRate: rateOf(currency) },
        ...(about.number && { InvoiceNumber: about.number }),
        Contact: { Name: customer.name, ...(customer.email && { EmailAddress: customer.email }) },
        LineItems: [
          {
            ...{ Description: "Homeware", UnitAmount: this.#wire(amount, currency) },
            AccountID: this.#account("Sales").id,
            ...(currency !== "NZD" && { TaxType: EXPORTS }),
            Tracking: [{ Name: "Channel", Option: about.channel }],
          },
        ],
      },
      { unitPlaces: 2 },
    );
    createPayment(desk, {
      Invoice: { InvoiceID: invoice.id },
      Account: { AccountID: this.#account(about.account ?? CLEARING[currency]).id },
      ...{ Amount: this.#wire(amount, currency), Date: date, CurrencyRate: rateOf(currency) },
      ...(reference && { Reference: reference }),
    });
  }

  receive(entry: Moved): void {
    this.#moved("RECEIVE", entry);
  }

  spend(entry: Moved): void {
    this.#moved("SPEND", entry);
  }

  /** A credit note, and its refund. */
  refund({ date, amount, currency, reference, customer }: Entry & { customer: string }): void {
    addPayment(this.#on(date), {
      ...{ kind: "refund", amount, date, customer, batch: false, account: CLEARING[currency] },
      ...(reference && { reference }),
    });
  }

  /** To the bank account of the currency, reconciled there. */
  transfer({ date, amount, currency, reference }: Entry, to: string): void {
    createBankTransfer(this.#on(date), {
      FromBankAccount: { AccountID: this.#account(CLEARING[currency]).id },
      ToBankAccount: { AccountID: this.#account(to).id },
      ...{ Amount: this.#wire(amount, currency), Date: date, ToIsReconciled: true },
      ...(reference && { Reference: reference }),
    });
  }

  #moved(type: "RECEIVE" | "SPEND", entry: Moved): void {
    const { date, amount, currency, reference, contact, account, description, bank } = entry;
    const isSale = account === "Sales" || account.startsWith("Refunds");
    createBankTransaction(
      this.#on(date),
      {
        ...{ Type: type, Date: date, CurrencyRate: rateOf(currency), Contact: { Name: contact } },
        BankAccount: { AccountID: this.#account(bank ?? CLEARING[currency]).id },
        LineAmountTypes: isSale ? "Inclusive" : "NoTax",
        ...(reference && { Reference: reference }),
        LineItems: [
          {
            ...{ Description: description, UnitAmount: this.#wire(amount, currency) },
            AccountID: this.#account(account).id,
            ...(isSale && currency !== "NZD" && { TaxType: EXPORTS }),
          },
        ],
      },
      { unitPlaces: 2 },
    );
  }

  #on(date: CalendarDate): Desk {
    return {
      state: this.#state,
      books: mainBooks(this.#state),
      now: new Date(`${date}T00:00:00Z`),
    };
  }

  #account(name: string): Account {
    const { accounts } = mainBooks(this.#state);
    const found = Object.values(accounts).find((account) => account.name === name);
    if (!found) throw new Error(`no account ${name}`);
    return found;
  }

  #wire(amount: number, currency: string) {
    return wireAmount(mainBooks(this.#state), amount, currency);
  }
}

/** US dollars for a New Zealand one, as Xero writes rates. */
function rateOf(currency: Kept): number {
  return currency === "NZD" ? 1 : Number((1 / WORTH[currency]).toFixed(6));
}
