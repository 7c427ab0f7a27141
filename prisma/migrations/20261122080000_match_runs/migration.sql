-- Bulk Auto Match: a job that shows how far it is, can be stopped, and goes on after a crash.

-- CreateTable
CREATE TABLE "match_runs" (
    "company_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" INTEGER,
    "state" "sync_run_state" NOT NULL DEFAULT 'queued',
    "deposit_ids" INTEGER[],
    "done" INTEGER NOT NULL DEFAULT 0,
    "matched" INTEGER NOT NULL DEFAULT 0,
    "suggested" INTEGER NOT NULL DEFAULT 0,
    "pending" INTEGER NOT NULL DEFAULT 0,
    "message" TEXT NOT NULL DEFAULT '',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heartbeat_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "match_runs_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE INDEX "match_runs_company_id_created_at_idx" ON "match_runs"("company_id", "created_at");

-- CreateIndex
CREATE INDEX "match_runs_state_heartbeat_at_idx" ON "match_runs"("state", "heartbeat_at");

-- CreateIndex
CREATE UNIQUE INDEX "match_runs_one_active_per_company" ON "match_runs"("company_id") WHERE (state = ANY (ARRAY['queued'::sync_run_state, 'running'::sync_run_state]));

-- AddForeignKey
ALTER TABLE "match_runs" ADD CONSTRAINT "match_runs_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE match_runs ADD CONSTRAINT match_runs_done CHECK (done BETWEEN 0 AND cardinality(deposit_ids));

CREATE POLICY own_company ON match_runs
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
CREATE POLICY jobs ON match_runs FOR SELECT USING ((SELECT app_scope()) = 'jobs');
ALTER TABLE match_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE match_runs FORCE ROW LEVEL SECURITY;
