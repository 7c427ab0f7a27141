import type { Examples } from "./example";
import { deposit_id } from "./payout";

const waiting = {
  count: 3,
  totals: [{ currency: "USD", amount: "1894.20" }],
  waits_for: "an expense category in Authorize.Net Settings",
  text: "Choose an expense category in Authorize.Net Settings.",
  action: "source_settings" as const,
  source: "Authorize.Net",
  deposit_ids: [1051, 1052, 1053],
};

export const postingExamples: Examples = {
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
  runEntry: {
    response: {
      revision: "d41d8cd98f00b204e9800998ecf8427e",
      lines: [
        { account: "Checking", currency: "USD", count: 38, debit: "87412.03", credit: "0.00" },
        {
          ...{ account: "Merchant Processing Fees", currency: "USD", count: 38 },
          ...{ debit: "2664.18", credit: "0.00" },
        },
        {
          ...{ account: "Undeposited Funds", currency: "USD", count: 212 },
          ...{ debit: "0.00", credit: "90076.21" },
        },
      ],
      deposits: [{ deposit_id, payments: 7, least: { probability: 0.999, origin: "auto" } }],
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
};
