-- Under row level security the planner may not use an enum's statistics, only how many values the table has. Where that is
-- one, as where everything is posted, it takes "any state but this one" for no rows at all, and reads a whole index of live
-- postings for each deposit. As many values as there are:
ALTER TABLE "postings" ALTER COLUMN "state" SET (n_distinct = 8);
ALTER TABLE "ledger_payments" ALTER COLUMN "state" SET (n_distinct = 4);
ALTER TABLE "integrations" ALTER COLUMN "status" SET (n_distinct = 3), ALTER COLUMN "provider" SET (n_distinct = 6);
ANALYZE "postings", "ledger_payments", "integrations";

-- Nor is a condition on an enum looked up in an index: it is only proved from an index's own condition. Those of the runs
-- have such an index.
CREATE INDEX "postings_unfinished" ON "postings"("company_id", "id") WHERE (state = ANY (ARRAY['queued'::posting_state, 'sending'::posting_state, 'undoing'::posting_state]));
CREATE INDEX "matches_refused" ON "matches"("company_id", "id") WHERE (state = ANY (ARRAY['dismissed'::match_state, 'undone'::match_state]));
DROP INDEX "postings_state_next_attempt_at_idx";
DROP INDEX "matches_company_id_state_idx";
DROP INDEX "sync_runs_state_heartbeat_at_idx";
DROP INDEX "match_runs_state_heartbeat_at_idx";

-- Which posting made a Deposit.
CREATE INDEX "postings_company_id_quickbooks_deposit_id_idx" ON "postings"("company_id", "quickbooks_deposit_id");
