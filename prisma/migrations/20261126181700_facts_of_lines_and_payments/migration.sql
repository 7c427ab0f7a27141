-- AlterTable
ALTER TABLE "deposit_lines" ADD COLUMN     "charge_id" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "numbers" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "paid_amount" BIGINT,
ADD COLUMN     "paid_currency" CHAR(3);

-- AlterTable
ALTER TABLE "ledger_payments" ADD COLUMN     "applied_to" JSONB;
