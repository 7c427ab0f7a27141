-- What a run of Auto Match has matched by itself can be undone as one: each run that matched something has a row, and
-- the postings of its matches name it.

-- AlterTable
ALTER TABLE "postings" ADD COLUMN     "run_id" UUID;

-- CreateTable
CREATE TABLE "automatic_runs" (
    "company_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "undone" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "automatic_runs_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE INDEX "automatic_runs_company_id_created_at_idx" ON "automatic_runs"("company_id", "created_at");

-- CreateIndex
CREATE INDEX "postings_of_run" ON "postings"("company_id", "run_id", "deposit_id") WHERE (run_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "automatic_runs" ADD CONSTRAINT "automatic_runs_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "postings" ADD CONSTRAINT "postings_company_id_run_id_fkey" FOREIGN KEY ("company_id", "run_id") REFERENCES "automatic_runs"("company_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE automatic_runs ADD CONSTRAINT automatic_runs_undone CHECK (undone >= 0);

CREATE POLICY own_company ON automatic_runs
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
ALTER TABLE automatic_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE automatic_runs FORCE ROW LEVEL SECURITY;
