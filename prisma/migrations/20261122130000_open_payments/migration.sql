-- Is there an open payment in this currency? A deposit's page asks, and the first one found will do: for that,
-- the planner prefers reading everybody's payments from the start to any index that has closed ones too.

-- CreateIndex
CREATE INDEX "ledger_payments_open" ON "ledger_payments"("company_id", "currency") WHERE (state = 'open'::ledger_payment_state);
