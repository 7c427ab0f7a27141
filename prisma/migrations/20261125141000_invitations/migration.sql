-- Mailed invitations to a company, and the time zone in which a user reads times: the company's keeps its own.

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "time_zone" TEXT;

-- CreateTable
CREATE TABLE "invitations" (
    "company_id" UUID NOT NULL,
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "role" "membership_role" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitations_company_id_token_hash_key" ON "invitations"("company_id", "token_hash");

-- CreateIndex
CREATE INDEX "invitations_token_hash_idx" ON "invitations"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_company_id_email_key_key" ON "invitations"("company_id", "email_key");

-- CreateIndex
CREATE INDEX "invitations_company_id_invited_by_idx" ON "invitations"("company_id", "invited_by");

-- CreateIndex
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_company_id_invited_by_fkey" FOREIGN KEY ("company_id", "invited_by") REFERENCES "memberships"("company_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The company's own, looked up by their links before there is a company, and swept once they are long over.
CREATE POLICY own_company ON invitations
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
CREATE POLICY accounts ON invitations USING ((SELECT app_scope()) = 'accounts');
CREATE POLICY jobs ON invitations USING ((SELECT app_scope()) = 'jobs');
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
