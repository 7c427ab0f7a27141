-- Changes are told while they happen, jobs that fail each time are parked, and the daily sync remembers
-- its day.

-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "daily_attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "daily_on" DATE,
ADD COLUMN     "daily_retry_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "job_failures" (
    "company_id" UUID NOT NULL,
    "job" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "error_code" TEXT NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "dead_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_failures_pkey" PRIMARY KEY ("company_id","job","entity_id")
);

-- CreateTable
CREATE TABLE "failure_dismissals" (
    "company_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "dismissed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "failure_dismissals_pkey" PRIMARY KEY ("company_id","key")
);

-- CreateIndex
CREATE INDEX "postings_failed" ON "postings"("company_id") WHERE (state = 'failed'::posting_state);

-- CreateIndex
CREATE INDEX "sync_runs_company_id_integration_id_created_at_idx" ON "sync_runs"("company_id", "integration_id", "created_at");

-- AddForeignKey
ALTER TABLE "job_failures" ADD CONSTRAINT "job_failures_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "failure_dismissals" ADD CONSTRAINT "failure_dismissals_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whoever was synced in the last day has had today's sync: nobody is synced at once after the update.
ALTER TABLE "integrations" NO FORCE ROW LEVEL SECURITY;
UPDATE "integrations" SET "daily_on" = (now() AT TIME ZONE 'UTC')::date
  WHERE "last_synced_at" > now() - interval '1 day';
ALTER TABLE "integrations" FORCE ROW LEVEL SECURITY;

-- What Prisma's language cannot say.
ALTER TABLE "integrations" ADD CONSTRAINT integrations_daily_attempts CHECK (daily_attempts >= 0);
ALTER TABLE "job_failures" ADD CONSTRAINT job_failures_counted CHECK (attempts > 0);

-- The company's own, and nobody else's.
DO $$
DECLARE
  own CONSTANT text := 'company_id = (SELECT app_company())';
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['job_failures', 'failure_dismissals'] LOOP
    EXECUTE format('CREATE POLICY own_company ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
END $$;

-- Which work is parked? The sweep leaves it out.
CREATE POLICY jobs ON "job_failures" FOR SELECT USING ((SELECT app_scope()) = 'jobs');

-- Tells at the commit that something of a kind changed in a company: "sync-runs 3f0e…". No row leaves its
-- company this way; whoever listens reads it through the company's own scope.
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('deposit_matcher_events',
    TG_ARGV[0] || ' ' || coalesce(NEW.company_id, OLD.company_id));
  RETURN NULL;
END $$;

-- Signs of life alone are no change.
CREATE TRIGGER sync_runs_told AFTER INSERT OR DELETE ON sync_runs
  FOR EACH ROW EXECUTE FUNCTION tell_change('sync-runs');
CREATE TRIGGER sync_runs_change_told AFTER UPDATE ON sync_runs FOR EACH ROW
  WHEN ((OLD.state, OLD.stage, OLD.done, OLD.total, OLD.message)
    IS DISTINCT FROM (NEW.state, NEW.stage, NEW.done, NEW.total, NEW.message))
  EXECUTE FUNCTION tell_change('sync-runs');
CREATE TRIGGER match_runs_told AFTER INSERT OR DELETE ON match_runs
  FOR EACH ROW EXECUTE FUNCTION tell_change('match-run');
CREATE TRIGGER match_runs_change_told AFTER UPDATE ON match_runs FOR EACH ROW
  WHEN ((OLD.state, OLD.done) IS DISTINCT FROM (NEW.state, NEW.done))
  EXECUTE FUNCTION tell_change('match-run');
CREATE TRIGGER postings_told AFTER INSERT OR DELETE ON postings
  FOR EACH ROW EXECUTE FUNCTION tell_change('postings');
CREATE TRIGGER postings_change_told AFTER UPDATE ON postings FOR EACH ROW
  WHEN ((OLD.state, OLD.message) IS DISTINCT FROM (NEW.state, NEW.message))
  EXECUTE FUNCTION tell_change('postings');
CREATE TRIGGER notifications_told AFTER INSERT OR UPDATE OR DELETE ON notifications
  FOR EACH ROW EXECUTE FUNCTION tell_change('notifications');
CREATE TRIGGER sessions_end_told AFTER UPDATE ON sessions FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
  EXECUTE FUNCTION tell_change('sessions');

-- What failed, or does not any more.
CREATE TRIGGER sync_runs_failure_told AFTER UPDATE ON sync_runs FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION tell_change('failures');
CREATE TRIGGER match_runs_failure_told AFTER UPDATE ON match_runs FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION tell_change('failures');
CREATE TRIGGER postings_failure_told AFTER UPDATE ON postings FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND 'failed'::posting_state IN (OLD.state, NEW.state))
  EXECUTE FUNCTION tell_change('failures');
CREATE TRIGGER job_failures_told AFTER INSERT OR UPDATE OR DELETE ON job_failures
  FOR EACH ROW EXECUTE FUNCTION tell_change('failures');
CREATE TRIGGER failure_dismissals_told AFTER INSERT OR DELETE ON failure_dismissals
  FOR EACH ROW EXECUTE FUNCTION tell_change('failures');
