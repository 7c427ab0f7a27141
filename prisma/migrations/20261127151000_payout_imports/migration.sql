-- CreateTable
CREATE TABLE "payout_imports" (
    "company_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "integration_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "choices" JSONB NOT NULL DEFAULT '{}',
    "added" TEXT[],
    "known" INTEGER NOT NULL DEFAULT 0,
    "errors" INTEGER NOT NULL DEFAULT 0,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_imports_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE INDEX "payout_imports_company_id_created_at_idx" ON "payout_imports"("company_id", "created_at");

-- CreateIndex
CREATE INDEX "payout_imports_company_id_integration_id_idx" ON "payout_imports"("company_id", "integration_id");

-- AddForeignKey
ALTER TABLE "payout_imports" ADD CONSTRAINT "payout_imports_company_id_integration_id_fkey" FOREIGN KEY ("company_id", "integration_id") REFERENCES "integrations"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE payout_imports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_company ON payout_imports
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
CREATE POLICY jobs ON payout_imports USING ((SELECT app_scope()) = 'jobs');

-- A company may have several processors by file, as it may have several accounts at Stripe.
DROP INDEX integrations_one_live_per_provider;
CREATE UNIQUE INDEX integrations_one_live_per_provider ON integrations (company_id, provider)
  WHERE status <> 'disconnected' AND provider <> 'stripe' AND provider <> 'file';

-- Payouts by file need no secret.
ALTER TABLE integrations DROP CONSTRAINT integrations_credentials_while_connected;
ALTER TABLE integrations ADD CONSTRAINT integrations_credentials_while_connected
  CHECK ((status = 'disconnected' OR provider = 'file') = (credentials IS NULL));
