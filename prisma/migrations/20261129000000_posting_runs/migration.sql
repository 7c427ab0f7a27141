-- What a Post all has posted can be undone together, by anybody and after a reload: each has a row, and its postings
-- name it.

-- AlterTable
ALTER TABLE "postings" ADD COLUMN     "posting_run_id" UUID;

-- CreateTable
CREATE TABLE "posting_runs" (
    "company_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "posting_runs_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE INDEX "posting_runs_company_id_created_at_idx" ON "posting_runs"("company_id", "created_at");

-- CreateIndex
CREATE INDEX "postings_of_posting_run" ON "postings"("company_id", "posting_run_id", "deposit_id") WHERE (posting_run_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "posting_runs" ADD CONSTRAINT "posting_runs_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "postings" ADD CONSTRAINT "postings_company_id_posting_run_id_fkey" FOREIGN KEY ("company_id", "posting_run_id") REFERENCES "posting_runs"("company_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

CREATE POLICY own_company ON posting_runs
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
ALTER TABLE posting_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE posting_runs FORCE ROW LEVEL SECURITY;
