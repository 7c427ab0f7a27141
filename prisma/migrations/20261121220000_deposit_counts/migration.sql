-- How many deposits there are, by day and status: counting a hundred thousand rows for every look at the
-- dashboard takes longer than everything else together.

-- CreateTable
CREATE TABLE "deposit_counts" (
    "company_id" UUID NOT NULL,
    "txn_date" DATE NOT NULL,
    "status" "deposit_status" NOT NULL,
    "deposits" INTEGER NOT NULL,

    CONSTRAINT "deposit_counts_pkey" PRIMARY KEY ("company_id","txn_date","status")
);

-- AddForeignKey
ALTER TABLE "deposit_counts" ADD CONSTRAINT "deposit_counts_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A page of deposits is read in its order, without sorting.
DROP INDEX "deposits_company_id_txn_date_idx";
CREATE INDEX "deposits_company_id_txn_date_id_idx" ON "deposits"("company_id", "txn_date", "id");

-- What happened in the last day.
CREATE INDEX "audit_events_company_id_entity_at_idx" ON "audit_events"("company_id", "entity", "at");

ALTER TABLE deposit_counts ADD CONSTRAINT deposit_counts_not_negative CHECK (deposits >= 0);

ALTER TABLE deposits NO FORCE ROW LEVEL SECURITY;
INSERT INTO deposit_counts (company_id, txn_date, status, deposits)
  SELECT company_id, txn_date, status, count(*) FROM deposits
  WHERE deleted_at IS NULL GROUP BY company_id, txn_date, status;
ALTER TABLE deposits FORCE ROW LEVEL SECURITY;

CREATE POLICY own_company ON deposit_counts
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
ALTER TABLE deposit_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE deposit_counts FORCE ROW LEVEL SECURITY;

-- Counted at the commit, one transaction of a company at a time: by then a transaction waits for nothing
-- else, so that none can wait for another in a circle.
CREATE FUNCTION count_deposits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(
    hashtextextended('deposit_counts ' || coalesce(NEW.company_id, OLD.company_id), 0));
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    INSERT INTO deposit_counts AS c (company_id, txn_date, status, deposits)
      VALUES (NEW.company_id, NEW.txn_date, NEW.status, 1)
      ON CONFLICT (company_id, txn_date, status) DO UPDATE SET deposits = c.deposits + 1;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    UPDATE deposit_counts c SET deposits = c.deposits - 1
      WHERE c.company_id = OLD.company_id AND c.txn_date = OLD.txn_date AND c.status = OLD.status;
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER deposits_counted
  AFTER INSERT OR DELETE OR UPDATE OF txn_date, status, deleted_at ON deposits
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_deposits();
