import { USAGE } from "./options";

export const HELP = `${USAGE}

Matches deposits to ledger payments. Prints the result to standard output, and notes and
figures to standard error. docs/match-command.md shows it step by step.

Exports recognized by their header:
  --deposits   Stripe: Payout reconciliation, itemized, as CSV; reports of payouts of PayPal, Square,
               Shopify Payments, Adyen, GoCardless, Mollie, SumUp and Klarna, as CSV or .xlsx
  --payments   QuickBooks Online: Transaction List by Date (or by Customer, or Deposit Detail), as CSV
  --invoices   QuickBooks Online: Open Invoices or A/R Aging Detail, as CSV

Your own files end in .json (an array), .ndjson or .jsonl (one object per line) or .csv, .tsv or .txt
(with a header). Amounts are exact decimals ("12.34") or numbers, dates YYYY-MM-DD. Other separators,
encodings (UTF-8, UTF-16, Windows-1252), amounts (1.234,56) and dates (14 Mar 2026) are recognized.

Deposit   id, date, amount (net, signed), currency, processor, description, reference, lines
Line      id, type (charge, refund, dispute, fee, ...), date, amount (gross, signed), fee, net,
          description, entity, email, customer, reference. Without a type: charge, or refund when
          negative. customer: {id, names, parent, emails, phones}
Payment   Id, TxnDate, TotalAmt (signed), CustomerName, currency or CurrencyRef.value,
          PaymentRefNum, PrivateNote, TxnType, Email; of the customer CustomerRef.value, CompanyName,
          GivenName, FamilyName, PrintOnCheckName, FullyQualifiedName or ParentRef.name,
          PrimaryEmailAddr.Address, PrimaryPhone.FreeFormNumber, Mobile.FreeFormNumber
Invoice   Id, TxnDate, TotalAmt, Balance, DocNumber, DueDate, CustomerName or CustomerRef.name,
          Email or BillEmail.Address, currency or CurrencyRef.value, PrivateNote; of the customer
          as for payments
History   decision (confirmed, dismissed, undone), deposit, line, payment; JSON or NDJSON only

In a CSV file of deposits the lines are either JSON in a column "lines", or one row per line with
line_id, line_type, line_date, line_amount, line_fee, line_net, line_description, line_entity,
line_email, line_customer (JSON) and line_reference; the rows of a deposit share its id. In a CSV
file of payments, names with a point such as CurrencyRef.value are columns. Errors count rows as a spreadsheet does: the header is row 1.

--algorithm  smart (default) matches what is certain and suggests the rest; exact requires an equal
             amount and an equal reference or name; fuzzy only suggests
--format     json (default), ndjson, csv or table
--invoices   open invoices, for the lines that no payment explains: always suggestions
--explain    adds the evidence of each match and its weights in bits
--currency   for rows that name no currency; without it that of the other file, or USD
--decimal-sign . or ,
             what the decimal sign of amounts is, where a file doesn't show it ("3.000")
--date-order mdy, dmy or ymd
             the order of dates such as 03/04/2026; where nothing shows it no match is automatic
             For one file: --deposits-..., --payments-..., --invoices-..., --history-...
--deposits-format auto|plain|stripe|payouts, --payments-format auto|plain|quickbooks
             sets the kind of a CSV file instead of detecting it from the header

Exit codes: 0 done, 1 unreadable or invalid input, 2 wrong usage.`;
