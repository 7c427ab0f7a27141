-- How the ledger's company keeps its books (server/integrations/company-facts.ts), from when on the books take a
-- deposit whose own day is closed, and where payments went that don't wait in Undeposited Funds.

-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "company_facts" JSONB;

-- AlterTable
ALTER TABLE "deposits" ADD COLUMN     "earliest_date" DATE;

-- AlterTable
ALTER TABLE "ledger_payments" ADD COLUMN     "booked_to" TEXT;
