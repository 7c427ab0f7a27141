-- Mailed links that prove an address. Accounts keep the state that they have: proved by a reset or an OpenID
-- provider, or not yet.

-- CreateTable
CREATE TABLE "email_confirmations" (
    "user_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_confirmations_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "email_confirmations_token_hash_key" ON "email_confirmations"("token_hash");

-- CreateIndex
CREATE INDEX "email_confirmations_expires_at_idx" ON "email_confirmations"("expires_at");

-- AddForeignKey
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- As with the other rows of a person: read and written before there is a company, swept by jobs.
CREATE POLICY own_people ON email_confirmations USING (user_id IN (SELECT user_id FROM memberships));
CREATE POLICY accounts ON email_confirmations USING ((SELECT app_scope()) = 'accounts');
CREATE POLICY jobs ON email_confirmations USING ((SELECT app_scope()) = 'jobs');
ALTER TABLE email_confirmations ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_confirmations FORCE ROW LEVEL SECURITY;
