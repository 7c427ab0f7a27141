-- CreateEnum
CREATE TYPE "webhook_endpoint_end" AS ENUM ('paused', 'failing', 'gone', 'unreadable');

-- CreateEnum
CREATE TYPE "webhook_delivery_state" AS ENUM ('waiting', 'delivered', 'failed');

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "company_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "url" TEXT NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "event_types" TEXT[],
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failing_since" TIMESTAMPTZ(3),
    "held_until" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_because" "webhook_endpoint_end",

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "company_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "endpoint_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "state" "webhook_delivery_state" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempted_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER,
    "status" INTEGER,
    "answer" TEXT NOT NULL DEFAULT '',
    "problem" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_endpoints_company_id_url_key" ON "webhook_endpoints"("company_id", "url");

-- CreateIndex
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries"("company_id", "endpoint_id", "next_attempt_at") WHERE (state = 'waiting'::webhook_delivery_state);

-- CreateIndex
CREATE INDEX "webhook_deliveries_company_id_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("company_id", "endpoint_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_company_id_endpoint_id_fkey" FOREIGN KEY ("company_id", "endpoint_id") REFERENCES "webhook_endpoints"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_disabled
  CHECK ((disabled_at IS NULL) = (disabled_because IS NULL));

ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_company ON webhook_endpoints
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
CREATE POLICY own_company ON webhook_deliveries
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
-- Which company has something to send?
CREATE POLICY jobs ON webhook_endpoints FOR SELECT USING ((SELECT app_scope()) = 'jobs');
-- Old rows are swept.
CREATE POLICY jobs ON webhook_deliveries USING ((SELECT app_scope()) = 'jobs');
-- A new key reseals what an older one sealed.
CREATE POLICY keys_read ON webhook_endpoints FOR SELECT USING ((SELECT app_scope()) = 'keys');
CREATE POLICY keys_write ON webhook_endpoints FOR UPDATE USING ((SELECT app_scope()) = 'keys');

-- The outbox is written by the database, in the transaction of the change: no place that changes a deposit can forget
-- it. A company without endpoints pays for one look into an index.
CREATE FUNCTION queue_webhook(company uuid, event text, facts jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  new_event_id uuid := gen_random_uuid();
BEGIN
  INSERT INTO webhook_deliveries (company_id, endpoint_id, event_id, type, data)
    SELECT e.company_id, e.id, new_event_id, event,
      jsonb_build_object('company_id', company) || facts
    FROM webhook_endpoints e
    WHERE e.company_id = company AND e.disabled_at IS NULL
      AND (e.event_types = '{}' OR event = ANY (e.event_types));
END $$;

CREATE FUNCTION queue_deposit_webhook(event text, d deposits) RETURNS void LANGUAGE sql AS $$
  SELECT queue_webhook(d.company_id, event, jsonb_build_object('deposit_id', d.id, 'status', d.status)) $$;

CREATE FUNCTION queue_deposit_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM queue_deposit_webhook('deposit.created', NEW);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM queue_deposit_webhook('deposit.deleted', OLD);
  ELSE
    IF OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL THEN
      PERFORM queue_deposit_webhook('deposit.restored', NEW);
    END IF;
    IF OLD.status IN ('matched', 'posted') AND NEW.status IN ('pending', 'suggested') THEN
      PERFORM queue_deposit_webhook('deposit.unmatched', NEW);
    ELSIF OLD.status = 'suggested' AND NEW.status = 'pending' THEN
      PERFORM queue_deposit_webhook('deposit.suggestion_withdrawn', NEW);
    END IF;
    IF OLD.status <> NEW.status AND NEW.status <> 'pending' THEN
      PERFORM queue_deposit_webhook('deposit.' || NEW.status, NEW);
    END IF;
    IF OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL THEN
      PERFORM queue_deposit_webhook('deposit.deleted', NEW);
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER deposits_created_webhooks AFTER INSERT ON deposits FOR EACH ROW
  WHEN (NEW.deleted_at IS NULL) EXECUTE FUNCTION queue_deposit_webhooks();
CREATE TRIGGER deposits_changed_webhooks AFTER UPDATE ON deposits FOR EACH ROW
  WHEN ((OLD.status, OLD.deleted_at) IS DISTINCT FROM (NEW.status, NEW.deleted_at))
  EXECUTE FUNCTION queue_deposit_webhooks();
-- Not those that go with their company or their connection: nothing is left that could be told of.
CREATE TRIGGER deposits_deleted_webhooks AFTER DELETE ON deposits FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND pg_trigger_depth() = 0) EXECUTE FUNCTION queue_deposit_webhooks();

CREATE FUNCTION queue_posting_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_webhook(NEW.company_id, 'deposit.posting_failed', jsonb_build_object(
    'deposit_id', NEW.deposit_id,
    'status', (SELECT d.status FROM deposits d
      WHERE d.company_id = NEW.company_id AND d.id = NEW.deposit_id),
    'posting_state', NEW.state, 'error_code', NEW.error_code));
  RETURN NULL;
END $$;

-- An undo that stopped is no failed posting.
CREATE TRIGGER postings_failed_webhooks AFTER UPDATE ON postings FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state IN ('failed', 'blocked') AND OLD.state <> 'undoing')
  EXECUTE FUNCTION queue_posting_webhook();

CREATE FUNCTION queue_sync_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_webhook(NEW.company_id,
    CASE NEW.state WHEN 'failed' THEN 'sync.failed' ELSE 'sync.finished' END,
    jsonb_build_object('run_id', NEW.id, 'state', NEW.state, 'error_code', NEW.error_code,
      'provider', (SELECT i.provider FROM integrations i
        WHERE i.company_id = NEW.company_id AND i.id = NEW.integration_id)));
  RETURN NULL;
END $$;

CREATE TRIGGER sync_runs_ended_webhooks AFTER UPDATE ON sync_runs FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state IN ('succeeded', 'failed'))
  EXECUTE FUNCTION queue_sync_webhook();
