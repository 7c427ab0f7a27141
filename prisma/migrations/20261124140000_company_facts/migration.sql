-- How the ledger's company keeps its books (server/integrations/company-facts.ts), and from when on the books take
-- a deposit whose own day is closed.

-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "company_facts" JSONB;

-- AlterTable
ALTER TABLE "deposits" ADD COLUMN     "earliest_date" DATE;
