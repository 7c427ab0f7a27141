-- What is known of a payout at the bank beside its day and amount, and which lines the customers' banks returned after
-- the payout was stored.

-- AlterTable
ALTER TABLE "deposits" ADD COLUMN     "bank_currency" CHAR(3),
ADD COLUMN     "lines_checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "paid_by" TEXT,
ADD COLUMN     "returned_amount" BIGINT,
ADD COLUMN     "settled_on" DATE,
ADD COLUMN     "trace_id" TEXT;

-- AlterTable
ALTER TABLE "deposit_lines" ADD COLUMN     "returned_as" TEXT;
