-- Why a payment still waits in Undeposited Funds: how it was paid, whether the books have it twice, and whether
-- the processor gave the money back.

-- AlterTable
ALTER TABLE "ledger_payments" ADD COLUMN     "payment_method" TEXT NOT NULL DEFAULT '';

-- Payments of one customer are compared by their amount too: one index serves both questions.

-- DropIndex
DROP INDEX "ledger_payments_company_id_integration_id_customer_id_idx";

-- CreateIndex
CREATE INDEX "ledger_payments_of_customer" ON "ledger_payments"("company_id", "integration_id", "customer_id", "amount");

-- Refunds are few among lines, and looked for by their amount.

-- CreateIndex
CREATE INDEX "deposit_lines_refunds" ON "deposit_lines"("company_id", "currency", "gross") WHERE (kind = 'refund'::line_kind);
