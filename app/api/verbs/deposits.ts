import {
  listLineChoices,
  listReceiptChoices,
  searchCustomers,
} from "@/server/connections/ledger-lists";
import { listBookableAccounts } from "@/server/connections/postable-accounts";
import { deleteDeposit, restoreDeposit } from "@/server/deposits/delete-deposit";
import { exportDeposits } from "@/server/deposits/export-deposits";
import { listDeposits } from "@/server/deposits/list-deposits";
import { listUnmatchedPayments } from "@/server/deposits/list-unmatched-payments";
import { loadDepositDetail } from "@/server/deposits/load-deposit-detail";
import { nextDeposit } from "@/server/deposits/next-deposit";
import type { Verbs } from "@/server/http/serve";
import { decideAccount } from "@/server/line-decisions/decide-account";
import { decideInvoicePayment } from "@/server/line-decisions/decide-invoice-payment";
import { takeBackDecision } from "@/server/line-decisions/decide-lines";
import { decideReceipt } from "@/server/line-decisions/decide-receipt";
import { decideReceipts, previewReceipts } from "@/server/line-decisions/decide-receipts";
import { lineOptions } from "@/server/line-decisions/line-options";
import { matchLine } from "@/server/line-decisions/match-line";
import { searchInvoices } from "@/server/line-decisions/open-invoices";
import { postponeLine } from "@/server/line-decisions/postpone-line";
import {
  answerQuestion,
  declineQuestions,
  readQuestion,
} from "@/server/line-decisions/questions/answer-by-link";
import { askClient } from "@/server/line-decisions/questions/ask-client";
import { revokeQuestion } from "@/server/line-decisions/questions/withdraw-questions";
import {
  createRule,
  deleteRule,
  restoreRule,
  switchRule,
  updateRule,
} from "@/server/line-decisions/rules/edit-rules";
import { orderRules } from "@/server/line-decisions/rules/order-rules";
import { previewRule, ruleFromLine, ruleUses } from "@/server/line-decisions/rules/preview-rule";
import { listRules } from "@/server/line-decisions/rules/stored-rule";
import { cancelMatchRun, findLatestMatchRun, startMatchRun } from "@/server/matches/bulk-match";
import { confirmMatch, decideSuggestions, dismissMatch } from "@/server/matches/confirm-match";
import { listSuggestions } from "@/server/matches/list-suggestions";
import { manualMatch } from "@/server/matches/manual-match";
import { matchAllDeposits } from "@/server/matches/match-all-deposits";
import { undoDismissal } from "@/server/matches/restore-suggestion";
import { loadQueue } from "@/server/overview/read-queue";
import { loadRunEntry } from "@/server/posting/load-run-entry";
import { postAllOnOpenDay, postOnOpenDay } from "@/server/posting/open-day-posting";
import {
  linkExisting,
  markBookedElsewhere,
} from "@/server/posting/recorded-elsewhere/link-existing";
import { dismissExisting, listExisting } from "@/server/posting/recorded-elsewhere/suggestions";
import { loadReview, postOne, postReady, retryPosting } from "@/server/posting/review";
import { listActivity } from "@/server/posting/runs/list-activity";
import { undoAutomaticRun } from "@/server/posting/runs/undo-automatic-run";
import { undoDeposit } from "@/server/posting/undo-deposit";
import { listPayments } from "@/server/sync/list-payments";
import { refreshAndMatch } from "@/server/sync/refresh-and-match";

/** Deposits, matches, posting, questions and rules. */
export const depositsVerbs = {
  "GET /qb/accounts/": (ctx, { query }) => listBookableAccounts(ctx, query),
  "POST /qb/auto-match-all/": (ctx) => matchAllDeposits(ctx),
  "GET /qb/auto-match-runs/": (ctx) => findLatestMatchRun(ctx),
  "POST /qb/auto-match-runs/": (ctx, { body }) => startMatchRun(ctx, body),
  "POST /qb/auto-match-runs/cancel/": (ctx, { body }) => cancelMatchRun(ctx, body),
  "POST /qb/auto-match/": (ctx, { body }) => refreshAndMatch(ctx, body),
  "GET /qb/activity/": (ctx, { query }) => listActivity(ctx, query),
  "POST /qb/automatic-runs/undo/": (ctx, { body }) => undoAutomaticRun(ctx, body),
  "POST /qb/book-line/": (ctx, { body }) => decideAccount(ctx, body),
  "POST /qb/cancel-planned/": (ctx, { body }) => takeBackDecision(ctx, body),
  "POST /qb/confirm-match/": (ctx, { body }) => confirmMatch(ctx, body),
  "GET /qb/customers/": (ctx, { query }) => searchCustomers(ctx, query),
  "POST /qb/decide-suggestions/": (ctx, { body }) => decideSuggestions(ctx, body),
  "POST /qb/delete-deposit/": (ctx, { body }) => deleteDeposit(ctx, body),
  "GET /qb/deposit-status/": (ctx, { query }) => listDeposits(ctx, query),
  "GET /qb/deposit/": (ctx, { query }) => loadDepositDetail(ctx, query),
  "GET /qb/deposits-export/": (ctx, { query }) => exportDeposits(ctx, query),
  "POST /qb/dismiss-existing/": (ctx, { body }) => dismissExisting(ctx, body),
  "POST /qb/dismiss-match/": (ctx, { body }) => dismissMatch(ctx, body),
  "GET /qb/existing-deposits/": (ctx, { query }) => listExisting(ctx, query),
  "GET /qb/get-payment/": (ctx) => listPayments(ctx),
  "GET /qb/line-lists/": (ctx, { query }) => listLineChoices(ctx, query),
  "GET /qb/line-options/": (ctx, { query }) => lineOptions(ctx, query),
  "GET /qb/lingering-payments/": (ctx, { query }) => listUnmatchedPayments(ctx, query),
  "POST /qb/link-existing/": (ctx, { body }) => linkExisting(ctx, body),
  "GET /qb/lists/": (ctx, { query }) => listReceiptChoices(ctx, query),
  "POST /qb/match-line/": (ctx, { body }) => matchLine(ctx, body),
  "POST /qb/match-transaction/": (ctx, { body }) => manualMatch(ctx, body),
  "GET /qb/next-deposit/": (ctx, { query }) => nextDeposit(ctx, query),
  "GET /qb/open-invoices/": (ctx, { query }) => searchInvoices(ctx, query),
  "POST /qb/plan-invoice-payment/": (ctx, { body }) => decideInvoicePayment(ctx, body),
  "POST /qb/plan-receipt/": (ctx, { body }) => decideReceipt(ctx, body),
  "POST /qb/plan-receipts/": (ctx, { body }) => decideReceipts(ctx, body),
  "POST /qb/post-all-on-open-day/": (ctx) => postAllOnOpenDay(ctx),
  "POST /qb/post-deposit/": (ctx, { body }) => postOne(ctx, body),
  "POST /qb/post-on-open-day/": (ctx, { body }) => postOnOpenDay(ctx, body),
  "POST /qb/post-ready/": (ctx, { body }) => postReady(ctx, body),
  "GET /qb/posting-review/": (ctx) => loadReview(ctx),
  "GET /qb/posting-review/entry/": (ctx) => loadRunEntry(ctx),
  "POST /qb/preview-receipts/": (ctx, { body }) => previewReceipts(ctx, body),
  "POST /qb/put-aside/": (ctx, { body }) => markBookedElsewhere(ctx, body),
  "GET /qb/queue/": (ctx, { query }) => loadQueue(ctx, query),
  "POST /qb/restore-deposit/": (ctx, { body }) => restoreDeposit(ctx, body),
  "POST /qb/retry-posting/": (ctx, { body }) => retryPosting(ctx, body),
  "GET /qb/suggestions/": (ctx, { query }) => listSuggestions(ctx, query),
  "POST /qb/undo-dismissal/": (ctx, { body }) => undoDismissal(ctx, body),
  "POST /qb/undo/": (ctx, { body }) => undoDeposit(ctx, body),
  "POST /qb/wait-for-line/": (ctx, { body }) => postponeLine(ctx, body),
  "POST /questions/answer/": (ctx, { body }) => answerQuestion(ctx, body),
  "POST /questions/ask/": (ctx, { body }) => askClient(ctx, body),
  "POST /questions/decline/": (ctx, { body }) => declineQuestions(ctx, body),
  "POST /questions/read/": (ctx, { body }) => readQuestion(ctx, body),
  "POST /questions/revoke/": (ctx, { body }) => revokeQuestion(ctx, body),
  "GET /rules/": (ctx) => listRules(ctx),
  "POST /rules/": (ctx, { body }) => createRule(ctx, body),
  "PUT /rules/": (ctx, { body }) => updateRule(ctx, body),
  "POST /rules/delete/": (ctx, { body }) => deleteRule(ctx, body),
  "GET /rules/from-line/": (ctx, { query }) => ruleFromLine(ctx, query),
  "POST /rules/order/": (ctx, { body }) => orderRules(ctx, body),
  "POST /rules/preview/": (ctx, { body }) => previewRule(ctx, body),
  "POST /rules/restore/": (ctx, { body }) => restoreRule(ctx, body),
  "POST /rules/switch/": (ctx, { body }) => switchRule(ctx, body),
  "GET /rules/uses/": (ctx, { query }) => ruleUses(ctx, query),
} satisfies Partial<Verbs>;
