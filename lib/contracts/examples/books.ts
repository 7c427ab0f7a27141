import type { Examples } from "./example";

/** One payout of one charge, from its arrival to its Deposit in QuickBooks. */
const deposit_id = 1042;

const line = {
  id: 5120,
  description: "Invoice 1187",
  plateform: "Stripe",
  entity: "Hopper & Sons",
  amount: "100.00",
  status: "suggested",
};
const reason = {
  code: "suggested",
  text: "A likely match was found. Review it.",
  line_id: null,
  action: "review",
  quickbooks_url: "",
  details: "",
  book_to: "",
};
const deposit = {
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
const match = {
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
const proof = {
  payments: "100.00",
  fees: "-3.20",
  refunds: "0.00",
  disputes: "0.00",
  other: "0.00",
  difference: "0.00",
  payout: "96.80",
  closes: true,
};
const matchRun = {
  id: "6f0a1d3c-4b8e-4f9a-8f2d-90c1e7a5b310",
  state: "running",
  done: 12,
  total: 40,
  matched: 9,
  suggested: 2,
  pending: 1,
  message: "",
};

const waiting = {
  count: 3,
  totals: [{ currency: "USD", amount: "1894.20" }],
  waits_for: "an expense category in Authorize.Net Settings",
  text: "Choose an expense category in Authorize.Net Settings.",
  action: "source_settings" as const,
  source: "Authorize.Net",
  deposit_ids: [1051, 1052, 1053],
};

export const bookExamples: Examples = {
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
  bookLine: {
    body: { deposit_id, line_id: 5121, kind: "refund", account_id: "21", always: true },
    response: { message: "Booked to Refunds and Allowances", status: "matched" },
  },
  accountList: {
    response: {
      accounts: [
        { Id: "21", Name: "Refunds and Allowances", group: "Income", currency: "USD" },
        { Id: "38", Name: "Merchant Processing Fees", group: "Expense", currency: "USD" },
      ],
      home_currency: "USD",
    },
  },
  accountSettings: {
    response: {
      sources: [
        {
          integration_type: "stripe",
          name: "Stripe",
          accounts: [
            { kind: "fee", account: { Id: "38", Name: "Merchant Processing Fees" } },
            { kind: "refund", account: null },
          ],
        },
      ],
    },
  },
  saveAccountSetting: {
    body: { integration_type: "stripe", kind: "refund", account_id: "21" },
    response: { message: "Refunds from Stripe are booked to Refunds and Allowances" },
  },
  autoMatch: {
    body: { deposit_id },
    response: {
      message: "Auto-match completed successfully",
      status: "matched",
      looked_at: { payments: 47, read_at: "2026-11-20T14:31:07.000Z" },
      result: "Looked at 47 payments, read just now. Matched. Posting to QuickBooks…",
    },
  },
  autoMatchAll: {
    response: {
      message: "Auto-match completed successfully",
      matched: 31,
      suggested: 6,
      pending: 3,
    },
  },
  startMatchRun: {
    body: { filter: { status: "pending", from: "2026-03-01", to: "2026-03-31" } },
    response: { message: "Auto Match started", run: { ...matchRun, state: "queued" } },
  },
  latestMatchRun: { response: { run: matchRun } },
  cancelMatchRun: {
    body: { match_run_id: matchRun.id },
    response: { message: "Auto Match canceled" },
  },
  listActivity: {
    response: {
      runs: [
        {
          id: "7c1f6c0e-3a5d-4f0b-9b1e-5d2a8f4c6e10",
          kind: "posted",
          at: "2026-11-20T15:26:40.000Z",
          who: "nina",
          deposits: 14,
          totals: [{ currency: "USD", amount: "28441.69" }],
          created: {
            deposit_ids: [deposit_id],
            totals: [{ currency: "USD", amount: "96.80" }],
            from: "2026-03-05",
            to: "2026-03-05",
            banks: ["Checking"],
            closed: 0,
          },
          linked: 0,
          underway: 0,
          unposted: [],
          undone: 13,
        },
      ],
      next: null,
      closed_until: "2026-02-28",
    },
  },
  undoAutomaticRun: {
    body: { automatic_run_id: matchRun.id },
    response: {
      message:
        "39 deposits are open again. 2 deposits stay, posted or on the way to QuickBooks. 1 deposit stays as changed since.",
      undone: 39,
      posted: 2,
      changed: 1,
    },
  },
  matchTransaction: {
    body: {
      stripe_transaction_ids: [String(deposit_id)],
      stripe_transaction_amount: 96.8,
      quickbooks_transaction_ids: ["318"],
      quickbooks_transaction_amount: 100,
    },
    response: { message: "Transactions matched successfully" },
  },
  confirmMatch: {
    body: { deposit_id },
    response: { message: "Match confirmed", status: "matched" },
  },
  dismissMatch: {
    body: { deposit_id },
    response: { message: "Suggestion dismissed", status: "pending" },
  },
  undoDismissal: {
    body: { deposit_id },
    response: { message: "Dismissal undone", status: "suggested" },
  },
  decideSuggestions: {
    body: { deposit_ids: [deposit_id, 1043], decision: "confirm" },
    response: {
      message: "1 match confirmed",
      decided: [deposit_id],
      skipped: [{ deposit_id: 1043, message: "This deposit has no suggestion" }],
    },
  },
  undoDeposit: { body: { deposit_id }, response: { message: "Match undone", status: "pending" } },
  postOnOpenDay: {
    body: { deposit_id, on: true },
    response: { message: "Dated November 1, 2026 in QuickBooks" },
  },
  postAllOnOpenDay: {
    response: { message: "19 deposits dated November 1, 2026 in QuickBooks", count: 19 },
  },
  existingDepositList: {
    response: {
      existing: [
        {
          deposit_id,
          txn_date: "2026-03-05",
          total_amt: "96.80",
          currency: "USD",
          source: "Stripe",
          matched: false,
          existing: {
            Id: "546",
            TxnDate: "2026-03-06",
            TotalAmt: "96.80",
            account: "Checking",
            note: "Stripe deposit",
            evidence: ["same total", "same account", "1 day later"],
            quickbooks_url: "https://app.qbo.intuit.com/app/deposit?txnId=546",
          },
        },
      ],
      total: 1,
    },
  },
  linkExisting: {
    body: { deposit_id, existing_id: "546" },
    response: { message: "Linked to QuickBooks Deposit 546" },
  },
  dismissExisting: {
    body: { deposit_id, existing_id: "546" },
    response: { message: "Deposit 546 won't be suggested again" },
  },
  putAside: {
    body: { deposit_ids: [deposit_id], note: "Recorded from the bank feed" },
    response: {
      message: "1 deposit marked as booked elsewhere",
      put_aside: [deposit_id],
      skipped: [],
    },
  },
  postingReview: {
    response: {
      ready: {
        count: 38,
        from: "2026-10-01",
        to: "2026-11-20",
        totals: [{ currency: "USD", amount: "87412.03" }],
        closed: 0,
      },
      waiting: [waiting],
      already: 12,
      look: 6,
      revision: "d41d8cd98f00b204e9800998ecf8427e",
      auto_post: false,
    },
  },
  postReady: {
    body: { revision: "d41d8cd98f00b204e9800998ecf8427e", auto_post: true },
    response: {
      message: "Posting 1 deposit. 3 wait for an expense category in Authorize.Net Settings",
      count: 1,
      deposit_ids: [deposit_id],
      left_out: [waiting],
    },
  },
  postDeposit: { body: { deposit_id }, response: { message: "Posting to QuickBooks" } },
  retryPosting: { body: { deposit_id }, response: { message: "Retrying…" } },
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
