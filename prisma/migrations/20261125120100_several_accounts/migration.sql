-- A company may have several accounts at Stripe, one for each brand or country; of all others it has one.

-- DropIndex
DROP INDEX IF EXISTS "integrations_one_live_per_provider";

-- CreateIndex
CREATE UNIQUE INDEX "integrations_one_live_per_provider" ON "integrations"("company_id", "provider") WHERE (status <> 'disconnected'::integration_status AND provider <> 'stripe'::provider);
