import type { Deposit } from "@/lib/contracts/deposits";
import type { Integration, SyncRun } from "@/lib/contracts/integrations";
import type { MatchView } from "@/lib/contracts/match-views";
import type { Payment } from "@/lib/contracts/payments";

export function sampleDeposit(part: Partial<Deposit> = {}): Deposit {
  return {
    id: 12,
    txn_date: "2026-03-01",
    total_amt: "1151.74",
    currency: "USD",
    deposit_to_acc_name: "Checking",
    quickbook_id: "",
    status: "pending",
    source: "stripe",
    source_type: "stripe",
    source_id: "po_1",
    source_account: "Sample Company",
    payout_status: "paid",
    payout_issue: "",
    posting: null,
    reason: null,
    open_lines: 0,
    fees: "0.00",
    line_counts: { charges: 0, refunds: 0, disputes: 0 },
    updated_at: "2026-03-02T08:00:00.000Z",
    deleted_at: null,
    lines: [],
    ...part,
  };
}

export function samplePayment(part: Partial<Payment> = {}): Payment {
  return {
    Id: "120",
    TxnDate: "2026-02-27",
    TotalAmt: "1240.00",
    CustomerName: "Ada Lovelace",
    currency: "USD",
    kind: "Payment",
    number: "",
    ...part,
  };
}

export function sampleMatch(part: Partial<MatchView> = {}): MatchView {
  return {
    id: "m1",
    deposit_id: 12,
    state: "proposed",
    origin: "auto",
    kind: "one_to_one",
    line_ids: [1],
    payments: [],
    probability: 0.9,
    difference: "0.00",
    currency: "USD",
    evidence: [],
    booked: null,
    recorded_twice: [],
    ...part,
  };
}

export function sampleIntegration(part: Partial<Integration> = {}): Integration {
  return {
    id: "7c1f9d54-3f3c-4f0e-8a43-0f6f5f1f2a01",
    integration_type: "stripe",
    status: "connected",
    display_name: "Sample Shop",
    livemode: false,
    posts_from: null,
    last_synced_at: null,
    meta_data: {},
    authorized_account: { login_id: "acct_1" },
    ...part,
  };
}

export function sampleRun(part: Partial<SyncRun> = {}): SyncRun {
  return {
    id: "r1",
    connection_id: "7c1f9d54-3f3c-4f0e-8a43-0f6f5f1f2a01",
    integration_type: "stripe",
    state: "running",
    stage: "Fetching payouts",
    done: 12,
    total: 40,
    message: "",
    started_at: null,
    finished_at: null,
    ...part,
  };
}
