-- From which payout date on a source is imported; null: everything.

-- AlterTable
ALTER TABLE "integrations" ADD COLUMN "import_from" DATE,
ADD COLUMN "earlier_payouts" JSONB;
ALTER TABLE "oauth_states" ADD COLUMN "import_from" DATE;
