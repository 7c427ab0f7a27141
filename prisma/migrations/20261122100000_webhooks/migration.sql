-- Webhooks: what a provider has told us, each event once, and the syncs that it asks for.

-- AlterTable
ALTER TABLE "deposits" ADD COLUMN     "reversed_by" TEXT;

-- CreateTable
CREATE TABLE "webhook_events" (
    "provider" "provider" NOT NULL,
    "event_id" TEXT NOT NULL,
    "external_account_id" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("provider","event_id")
);

-- CreateTable
CREATE TABLE "sync_requests" (
    "company_id" UUID NOT NULL,
    "integration_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sync_requests_pkey" PRIMARY KEY ("company_id","integration_id")
);

-- CreateIndex
CREATE INDEX "webhook_events_received_at_idx" ON "webhook_events"("received_at");

-- CreateIndex
CREATE INDEX "sync_requests_due_at_idx" ON "sync_requests"("due_at");

-- AddForeignKey
ALTER TABLE "sync_requests" ADD CONSTRAINT "sync_requests_company_id_integration_id_fkey" FOREIGN KEY ("company_id", "integration_id") REFERENCES "integrations"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The webhook door belongs to no company: it keeps events, looks up whose account one is about, and
-- leaves a wish that a sync begins. It can read and write nothing else.
CREATE POLICY webhooks ON webhook_events
  USING ((SELECT app_scope()) = 'webhooks') WITH CHECK ((SELECT app_scope()) = 'webhooks');
CREATE POLICY webhooks ON integrations FOR SELECT USING ((SELECT app_scope()) = 'webhooks');
CREATE POLICY webhooks_read ON sync_requests FOR SELECT USING ((SELECT app_scope()) = 'webhooks');
CREATE POLICY webhooks_write ON sync_requests FOR INSERT
  WITH CHECK ((SELECT app_scope()) = 'webhooks');
CREATE POLICY own_company ON sync_requests
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
CREATE POLICY jobs ON sync_requests FOR SELECT USING ((SELECT app_scope()) = 'jobs');
-- Old events are swept.
CREATE POLICY jobs ON webhook_events USING ((SELECT app_scope()) = 'jobs');
ALTER TABLE webhook_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_events FORCE ROW LEVEL SECURITY;
ALTER TABLE sync_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE sync_requests FORCE ROW LEVEL SECURITY;

-- The last wall before QuickBooks: a payout that the bank sent back is never taken up for posting,
-- whoever asks. The row then counts as not updated, so nobody has claimed it.
CREATE FUNCTION refuse_returned_payouts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM deposits d WHERE d.company_id = NEW.company_id AND d.id = NEW.deposit_id
      AND d.payout_status IN ('failed', 'canceled')) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER postings_only_of_payouts_that_arrived BEFORE UPDATE OF state ON postings
  FOR EACH ROW WHEN (OLD.state = 'queued' AND NEW.state = 'sending')
  EXECUTE FUNCTION refuse_returned_payouts();
