-- Payouts that were deposited without us: Deposits of the ledger that look like a payout's, and payouts that a user
-- put aside because they are booked elsewhere.

-- CreateEnum
CREATE TYPE "existing_deposit_state" AS ENUM ('suggested', 'dismissed');

-- CreateTable
CREATE TABLE "existing_deposits" (
    "company_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "deposit_id" INTEGER NOT NULL,
    "integration_id" UUID NOT NULL,
    "quickbooks_deposit_id" TEXT NOT NULL,
    "state" "existing_deposit_state" NOT NULL DEFAULT 'suggested',
    "txn_date" DATE NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "bank_name" TEXT NOT NULL DEFAULT '',
    "note" TEXT NOT NULL DEFAULT '',
    "evidence" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" INTEGER,

    CONSTRAINT "existing_deposits_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "existing_deposits_pair" ON "existing_deposits"("company_id", "deposit_id", "integration_id", "quickbooks_deposit_id");

-- CreateIndex
CREATE INDEX "existing_deposits_suggested" ON "existing_deposits"("company_id", "deposit_id") WHERE (state = 'suggested'::existing_deposit_state);

-- AddForeignKey
ALTER TABLE "existing_deposits" ADD CONSTRAINT "existing_deposits_company_id_deposit_id_fkey" FOREIGN KEY ("company_id", "deposit_id") REFERENCES "deposits"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "existing_deposits" ADD CONSTRAINT "existing_deposits_company_id_integration_id_fkey" FOREIGN KEY ("company_id", "integration_id") REFERENCES "integrations"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "existing_deposits" ADD CONSTRAINT existing_deposits_decided CHECK ((state = 'suggested') = (decided_at IS NULL));

CREATE POLICY own_company ON existing_deposits
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
ALTER TABLE existing_deposits ENABLE ROW LEVEL SECURITY;
ALTER TABLE existing_deposits FORCE ROW LEVEL SECURITY;

-- AlterTable
ALTER TABLE "deposits" ADD COLUMN "put_aside_note" TEXT;

-- A posted deposit is in QuickBooks under an id that we know, or a user said that it is booked elsewhere.
ALTER TABLE deposits DROP CONSTRAINT deposits_posted_has_quickbooks_id;
ALTER TABLE deposits ADD CONSTRAINT deposits_posted_has_quickbooks_id
  CHECK ((status = 'posted') = (quickbooks_id IS NOT NULL OR put_aside_note IS NOT NULL));
ALTER TABLE postings DROP CONSTRAINT postings_posted_has_deposit;
ALTER TABLE postings ADD CONSTRAINT postings_posted_has_deposit
  CHECK (state <> 'posted' OR ((quickbooks_deposit_id IS NOT NULL OR adopted) AND posted_at IS NOT NULL));
