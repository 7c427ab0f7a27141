import type { Examples } from "./example";

/** A charge without a payment in QuickBooks, and the ways to record it. */
const line = { deposit_id: 1042, line_id: 5122 };
const matched = "matched";
const item = { Id: "1", Name: "Services" };
const receipt = {
  kind: "SalesReceipt",
  customer: {
    Id: null,
    name: "Olivia Eastwick",
    email: "olivia@example.com",
    is_new: true,
    reason: "New customer in QuickBooks",
  },
  item,
  tax_code: null,
  class: null,
  date: "2026-03-04",
  amount: "219.72",
  currency: "USD",
  memo: "Order #10260",
  reference: "ch_3QxExample",
};
const invoice = {
  Id: "204",
  number: "1187",
  date: "2026-02-20",
  due_date: "2026-03-20",
  total: "219.72",
  balance: "219.72",
  currency: "USD",
  customer: "Olivia Eastwick",
};
const token = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const selection = { from: "2026-03-01", to: "2026-03-31", source: "stripe" };

export const plannedPaymentExamples: Examples = {
  lineOptions: {
    response: {
      candidates: [
        {
          payments: [
            {
              Id: "318",
              TxnDate: "2026-03-03",
              TotalAmt: "217.92",
              CustomerName: "Olivia Eastwick",
              kind: "Payment",
              number: "318",
              quickbooks_url: "https://app.qbo.intuit.com/app/recvpayment?txnId=318",
              planned: false,
            },
          ],
          probability: 0.31,
          chosen_before: false,
          evidence: [
            {
              field: "amount",
              level: "amount_differs",
              weight: -3.1,
              text: "Amounts differ by 1.80",
            },
          ],
          against: ["Amounts differ by 1.80"],
        },
      ],
      invoices: [
        {
          invoices: [{ ...invoice, amount: "219.72" }],
          probability: 0.92,
          evidence: [{ field: "amount", level: "exact_gross", weight: 5.1, text: "Exact amount" }],
          credit: "0.00",
        },
      ],
      receipt,
      no_receipt: "",
      booking: null,
      wait: null,
      offer: { first: "create_receipt", book_to: null },
    },
  },
  matchLine: {
    body: { ...line, payment_ids: ["318"] },
    response: { message: "Line matched", status: matched },
  },
  planReceipt: {
    body: {
      deposit_id: line.deposit_id,
      line_ids: [line.line_id],
      receipt: {
        customer: { Id: null, name: "Olivia Eastwick", email: "olivia@example.com" },
        item_id: item.Id,
        date: "2026-03-04",
        memo: "Order #10260",
      },
    },
    response: {
      message:
        "Sales receipt of 219.72 for Olivia Eastwick will be recorded when this deposit posts.",
      status: matched,
    },
  },
  planInvoicePayment: {
    body: { ...line, invoices: [{ Id: invoice.Id, amount: "219.72" }] },
    response: {
      message:
        "Payment of 219.72 by Olivia Eastwick on invoice 1187 will be recorded when this deposit posts.",
      status: matched,
    },
  },
  cancelPlanned: {
    body: {
      deposit_id: line.deposit_id,
      payment_id: "planned-0b6f8a3e-52c1-4f0e-9d57-1f6f0c3b7a11",
    },
    response: { message: "Choice removed", status: "pending" },
  },
  waitForLine: {
    body: { ...line, until: "2026-03-31", note: "Asked Olivia" },
    response: { message: "Line postponed until Nov 9" },
  },
  invoiceSearch: { response: { invoices: [invoice] } },
  customerSearch: {
    response: { customers: [{ Id: "58", name: "Blue Harbor", email: "pay@blueharbor.example" }] },
  },
  receiptLists: {
    response: {
      items: [{ ...item, type: "Service", income_account: "Sales of Product Income" }],
      tax_codes: [{ Id: "NON", Name: "NON" }],
      classes: [],
    },
  },
  previewReceipts: {
    body: selection,
    response: {
      token,
      count: 1,
      sums: [{ kind: "SalesReceipt", currency: "USD", count: 1, amount: "219.72" }],
      rows: [{ ...line, description: "Order #10260", receipt }],
      left_out: [
        {
          ...line,
          line_id: 5123,
          description: "Order #10261",
          amount: "80.00",
          currency: "USD",
          reason: "Invoice 1190 of Blue Harbor is open: receive the payment instead.",
        },
      ],
      obstacle: "",
    },
  },
  planReceipts: {
    body: { token, selection },
    response: { message: "1 receipt planned", planned: 1, matched: 1, open: 0 },
  },
  lineLists: {
    response: {
      tax_codes: [{ Id: "7", Name: "0.0% Z" }],
      classes: [],
      locations: [],
      payment_methods: [{ Id: "3", Name: "Credit Card" }],
    },
  },
  lineSettings: {
    response: {
      sources: [
        {
          integration_type: "stripe",
          connection_id: "2f6c1d8a-7b0e-4c39-9a51-6d2e8f4b0c17",
          name: "Stripe",
          tax_code: { Id: "7", Name: "0.0% Z" },
          class: null,
          location: null,
          customer: null,
          payment_method: null,
        },
      ],
    },
  },
  saveLineSettings: {
    body: {
      integration_type: "stripe",
      tax_code_id: "7",
      class_id: null,
      location_id: null,
      customer: null,
      payment_method_id: null,
    },
    response: { message: "Lines from Stripe saved" },
  },
  paymentAccount: {
    response: {
      accounts: [{ Id: "48", Name: "Stripe Clearing", currency: "USD" }],
      account: { Id: "48", Name: "Stripe Clearing" },
      from: "2026-03-01",
      payment_accounts: [
        {
          ...{ Id: "48", Name: "Stripe Clearing", currency: "USD" },
          ...{ from: "2026-03-01", connection_id: null },
        },
      ],
      has_undeposited_funds: true,
      sources: [],
    },
  },
  savePaymentAccount: {
    body: { payment_accounts: [{ account_id: "48", from: "2026-03-01" }] },
    response: {
      message:
        "Payments in Stripe Clearing dated March 1, 2026 or later are now matched. 14 more payments can be matched",
      opened: 14,
      closed: 0,
      unmatched: 0,
    },
  },
  receiptSettings: {
    response: {
      sources: [
        {
          integration_type: "stripe",
          connection_id: "2f6c1d8a-7b0e-4c39-9a51-6d2e8f4b0c17",
          name: "Stripe",
          item,
          refund_item: null,
          tax_code: null,
          class: null,
          memo: "",
        },
      ],
    },
  },
  saveReceiptSettings: {
    body: {
      integration_type: "stripe",
      item_id: item.Id,
      refund_item_id: null,
      tax_code_id: null,
      class_id: null,
      memo: "",
    },
    response: { message: "Receipts from Stripe saved" },
  },
};
