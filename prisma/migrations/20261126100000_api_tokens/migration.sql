-- What programs sign in with, and where the history names one.

-- AlterTable
ALTER TABLE "audit_events" ADD COLUMN     "api_token" TEXT;

-- AlterTable
ALTER TABLE "match_runs" ADD COLUMN     "api_token" TEXT;

-- CreateTable
CREATE TABLE "api_tokens" (
    "company_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "role" "membership_role" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE INDEX "api_tokens_token_hash_idx" ON "api_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "api_tokens_company_id_created_by_idx" ON "api_tokens"("company_id", "created_by");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_company_id_token_hash_key" ON "api_tokens"("company_id", "token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_one_live_per_name" ON "api_tokens"("company_id", "name") WHERE (revoked_at IS NULL);

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_company_id_created_by_fkey" FOREIGN KEY ("company_id", "created_by") REFERENCES "memberships"("company_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- No program owns a company.
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_no_owner" CHECK (role <> 'owner');

-- The company's own, looked up by their hashes before there is a company, and swept once they are long over.
CREATE POLICY own_company ON api_tokens
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
CREATE POLICY accounts ON api_tokens USING ((SELECT app_scope()) = 'accounts');
CREATE POLICY jobs ON api_tokens USING ((SELECT app_scope()) = 'jobs');
ALTER TABLE api_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_tokens FORCE ROW LEVEL SECURITY;
