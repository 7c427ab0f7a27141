import type { Examples } from "./example";
import { deposit_id } from "./payout";

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

export const matchExamples: Examples = {
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
          connection_id: "2f6c1d8a-7b0e-4c39-9a51-6d2e8f4b0c17",
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
};
