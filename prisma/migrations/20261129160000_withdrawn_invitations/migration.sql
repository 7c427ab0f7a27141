-- The links of a withdrawn invitation: once a newer one is sent, their page says that a newer email has the link that works.

-- CreateTable
CREATE TABLE "withdrawn_invitations" (
    "company_id" UUID NOT NULL,
    "email_key" TEXT NOT NULL,
    "links" BYTEA[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "withdrawn_invitations_pkey" PRIMARY KEY ("company_id","email_key")
);

-- CreateIndex
CREATE INDEX "withdrawn_invitations_expires_at_idx" ON "withdrawn_invitations"("expires_at");

-- AddForeignKey
ALTER TABLE "withdrawn_invitations" ADD CONSTRAINT "withdrawn_invitations_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The company's own, also when a membership ends, and swept once their links would have expired.
CREATE POLICY own_company ON withdrawn_invitations
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
CREATE POLICY accounts ON withdrawn_invitations USING ((SELECT app_scope()) = 'accounts');
CREATE POLICY jobs ON withdrawn_invitations USING ((SELECT app_scope()) = 'jobs');
ALTER TABLE withdrawn_invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE withdrawn_invitations FORCE ROW LEVEL SECURITY;
