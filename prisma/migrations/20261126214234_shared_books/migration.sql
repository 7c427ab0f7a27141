-- CreateEnum
CREATE TYPE "shared_use" AS ENUM ('undecided', 'posts', 'matches');

-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "shared_use" "shared_use";

-- AlterTable
ALTER TABLE "postings" ADD COLUMN     "owned_payout" TEXT;

-- CreateIndex
CREATE INDEX "integrations_provider_external_account_id_idx" ON "integrations"("provider", "external_account_id");

-- Of several companies with one Deposit, the first to have posted it owns it; in the others it is linked. What is
-- posted comes before what may have been sent.
ALTER TABLE postings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE deposits NO FORCE ROW LEVEL SECURITY;
ALTER TABLE integrations NO FORCE ROW LEVEL SECURITY;

WITH sent AS (
  SELECT p.company_id, p.id, books.external_account_id || ' ' || source.provider || ' ' || d.provider_id AS payout,
    row_number() OVER (
      PARTITION BY books.external_account_id, source.provider, d.provider_id
      ORDER BY p.posted_at NULLS LAST, p.created_at, p.id) = 1 AS is_first
  FROM postings p
  JOIN integrations books ON books.company_id = p.company_id AND books.id = p.integration_id
  JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id
  JOIN integrations source ON source.company_id = d.company_id AND source.id = d.integration_id
  WHERE NOT p.adopted AND p.state <> 'undone' AND (p.quickbooks_deposit_id IS NOT NULL OR p.unanswered))
UPDATE postings p SET
  owned_payout = CASE WHEN s.is_first THEN s.payout END,
  adopted = NOT s.is_first AND p.state = 'posted'
FROM sent s WHERE p.company_id = s.company_id AND p.id = s.id;

ALTER TABLE postings FORCE ROW LEVEL SECURITY;
ALTER TABLE deposits FORCE ROW LEVEL SECURITY;
ALTER TABLE integrations FORCE ROW LEVEL SECURITY;

-- CreateIndex
CREATE UNIQUE INDEX "postings_owned_payout" ON "postings"("owned_payout") WHERE (state <> 'undone'::posting_state);
