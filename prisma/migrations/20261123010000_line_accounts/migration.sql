-- An account for a line without a payment, chosen on the deposit, and the Deposit as it was posted. The
-- account of each kind of line is in the settings of its integration: nothing is assumed for existing
-- companies, whose fees keep their expense category.

-- AlterTable
ALTER TABLE "deposit_lines" ADD COLUMN     "account_id" TEXT,
ADD COLUMN     "account_name" TEXT,
ADD COLUMN     "fee_account_id" TEXT,
ADD COLUMN     "fee_account_name" TEXT;

-- AlterTable
ALTER TABLE "postings" ADD COLUMN     "journal" JSONB;

-- What Prisma's language cannot say: an account has a name.
ALTER TABLE "deposit_lines" ADD CONSTRAINT deposit_lines_account_named
  CHECK ((account_id IS NULL) = (account_name IS NULL));
ALTER TABLE "deposit_lines" ADD CONSTRAINT deposit_lines_fee_account_named
  CHECK ((fee_account_id IS NULL) = (fee_account_name IS NULL));
