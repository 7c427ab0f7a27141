-- AlterTable
ALTER TABLE "ledger_payments" ADD COLUMN     "worth_amount" BIGINT,
ADD COLUMN     "worth_currency" CHAR(3);
