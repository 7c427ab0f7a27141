-- How the ledger's company keeps its books (server/integrations/company-facts.ts), from when on the books take a
-- deposit whose own day is closed, and where payments went that don't wait in Undeposited Funds.

-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "company_facts" JSONB;

-- AlterTable
ALTER TABLE "deposits" ADD COLUMN     "earliest_date" DATE;

-- AlterTable
ALTER TABLE "ledger_payments" ADD COLUMN     "booked_to" TEXT;

-- The reads of an app at QuickBooks, whose number a month is limited for all its companies together.
-- CreateTable
CREATE TABLE "monthly_reads" (
    "app" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "reads" INTEGER NOT NULL DEFAULT 0,
    "refused_at" TIMESTAMPTZ(3),

    CONSTRAINT "monthly_reads_pkey" PRIMARY KEY ("app", "month")
);
