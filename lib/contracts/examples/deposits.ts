import type { Examples } from "./example";
import { deposit, deposit_id, line, match, proof, reason } from "./payout";

export const depositExamples: Examples = {
  depositList: {
    response: {
      deposits: [deposit],
      bank_name: "Checking",
      total: 1,
      totals: [],
      page: 1,
      page_size: 1,
      next: null,
      updated_until: null,
    },
  },
  nextDeposit: {
    response: {
      deposit: {
        id: 1043,
        txn_date: "2026-03-06",
        total_amt: "1427.28",
        currency: "USD",
        source: "Stripe",
        status: "pending",
      },
    },
  },
  depositDetail: {
    response: {
      deposit: {
        ...deposit,
        lines: [
          {
            ...line,
            kind: "charge",
            date: "2026-03-04",
            fee: "3.20",
            fee_predicted: false,
            net: "96.80",
            finding: null,
            found: null,
            offer: { first: "choose", book_to: null, origin: "" },
            match_id: match.id,
            wait: null,
          },
        ],
        questions: [],
        last_asked: "",
      },
      bank_name: "Checking",
      earliest_date: null,
      reasons: [reason],
      currency_differs: false,
      quickbooks_url: "",
      time_zone: "America/New_York",
      matches: [match],
      earlier_choices: [],
      proof,
      bookings: [
        {
          line_id: 5121,
          kind: "refund",
          amount: "-45.00",
          text: "Refund of 45.00 to Blue Harbor isn't in QuickBooks.",
          account: null,
          always: "Always for refunds from Stripe",
        },
      ],
      planned: [],
      journal: null,
      history: [
        {
          at: "2026-03-05T11:02:10.000Z",
          who: "Deposit Matcher",
          role: null,
          action: "deposit.received",
          text: "Imported from the processor",
        },
      ],
    },
  },
  suggestionList: {
    response: {
      suggestions: [{ deposit, matches: [match], proof, probability: 0.94, waiting: "" }],
      total: 1,
      next: null,
    },
  },
  queue: {
    response: {
      groups: [
        { group: "not_posted", count: 0, sums: [], deposits: [] },
        {
          group: "suggested",
          count: 1,
          sums: [{ currency: "USD", amount: "96.80" }],
          deposits: [deposit],
        },
        { group: "open", count: 0, sums: [], deposits: [] },
      ],
    },
  },
  deleteDeposit: { body: { deposit_id }, response: { message: "Deposit deleted successfully" } },
  restoreDeposit: {
    body: { deposit_id },
    response: { message: "Deposit restored", status: "pending" },
  },
  paymentList: {
    response: {
      transactions: [
        {
          Id: "318",
          TxnDate: "2026-03-03",
          TotalAmt: "100.00",
          CustomerName: "Hopper and Sons",
          currency: "USD",
          kind: "Payment",
          number: "1187",
        },
      ],
    },
  },
  dashboardStatus: {
    response: {
      deposits_matched: {
        value: 44,
        change: "+14",
        period: "vs. previous 30 days",
        amounts: [{ currency: "USD", amount: "41203.10" }],
      },
      pending_matches: {
        value: 6,
        change: "-2",
        period: "vs. previous 30 days",
        amounts: [{ currency: "USD", amount: "4480.75" }],
      },
      match_rate: {
        value: "88%",
        change: "+3 pts",
        period: "vs. previous 30 days",
        amounts: [{ currency: "USD", amount: "45683.85" }],
      },
      recent_activity: {
        value: 41,
        by_you: 3,
        amounts: [{ currency: "USD", amount: "38950.02" }],
      },
      from: "2026-02-05",
      to: "2026-03-06",
    },
  },
};
