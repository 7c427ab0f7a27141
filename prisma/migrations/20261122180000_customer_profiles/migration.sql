-- All that a processor and QuickBooks know of a line's and a payment's customer, for the engine.

-- AlterTable
ALTER TABLE "deposit_lines" ADD COLUMN     "customer" JSONB;

-- AlterTable
ALTER TABLE "ledger_payments" ADD COLUMN     "customer" JSONB;

-- A changed customer is written to all their payments, and a new payment takes over what an earlier one knows.

-- CreateIndex
CREATE INDEX "ledger_payments_company_id_integration_id_customer_id_idx" ON "ledger_payments"("company_id", "integration_id", "customer_id");
