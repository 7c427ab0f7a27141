-- Payments that were booked to another account than Undeposited Funds are opened and closed together, when the account
-- whose payments are matched is chosen, and after each sync.

-- CreateIndex
CREATE INDEX "ledger_payments_booked_to" ON "ledger_payments"("company_id", "integration_id") WHERE (booked_to IS NOT NULL);
