/** The payout of one charge that the examples follow, from its arrival to its Deposit in QuickBooks. */
export const deposit_id = 1042;

export const line = {
  id: 5120,
  description: "Invoice 1187",
  plateform: "Stripe",
  entity: "Hopper & Sons",
  amount: "100.00",
  status: "suggested",
};
export const reason = {
  code: "suggested",
  text: "A likely match was found. Review it.",
  line_id: null,
  action: "review",
  quickbooks_url: "",
  details: "",
  book_to: "",
  account: "",
};
export const deposit = {
  id: deposit_id,
  txn_date: "2026-03-05",
  total_amt: "96.80",
  currency: "USD",
  deposit_to_acc_name: "Checking",
  quickbook_id: "",
  status: "suggested",
  source: "Stripe",
  source_type: "stripe",
  source_id: "po_1QxExample",
  source_account: "Blue Harbor Supplies",
  payout_status: "paid",
  payout_issue: "",
  posting: null,
  reason,
  open_lines: 0,
  fees: "2.90",
  line_counts: { charges: 1, refunds: 0, disputes: 0 },
  updated_at: "2026-03-06T09:12:44.318Z",
  deleted_at: null,
  lines: [line],
};
export const match = {
  id: "0b6f8a3e-52c1-4f0e-9d57-1f6f0c3b7a11",
  deposit_id,
  state: "proposed",
  origin: "auto",
  kind: "one_to_one",
  line_ids: [line.id],
  payments: [
    {
      Id: "318",
      TxnDate: "2026-03-03",
      TotalAmt: "100.00",
      CustomerName: "Hopper and Sons",
      kind: "Payment",
      number: "318",
      quickbooks_url: "https://app.qbo.intuit.com/app/recvpayment?txnId=318",
      planned: false,
    },
  ],
  probability: 0.94,
  difference: "0.00",
  currency: "USD",
  evidence: [
    { field: "amount", level: "exact_gross", weight: 5.1, text: "Exact amount" },
    { field: "date", level: "payment_earlier", weight: 1.2, text: "2 days apart" },
    {
      field: "uniqueness",
      level: "other_candidates",
      weight: -2.3,
      text: "1 other payment also fits",
    },
  ],
  booked: null,
  recorded_twice: [],
};
export const proof = {
  payments: "100.00",
  fees: "-3.20",
  refunds: "0.00",
  disputes: "0.00",
  other: "0.00",
  difference: "0.00",
  payout: "96.80",
  closes: true,
};
