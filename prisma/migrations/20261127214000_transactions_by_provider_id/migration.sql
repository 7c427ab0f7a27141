-- CreateIndex
CREATE INDEX "balance_transactions_company_id_integration_id_provider_id_idx" ON "balance_transactions"("company_id", "integration_id", "provider_id");
