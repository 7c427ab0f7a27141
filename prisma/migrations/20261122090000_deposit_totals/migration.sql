-- How many deposits there are over all days: a list tells at every look.

-- CreateTable
CREATE TABLE "deposit_totals" (
    "company_id" UUID NOT NULL,
    "status" "deposit_status" NOT NULL,
    "deposits" INTEGER NOT NULL,

    CONSTRAINT "deposit_totals_pkey" PRIMARY KEY ("company_id","status")
);

-- AddForeignKey
ALTER TABLE "deposit_totals" ADD CONSTRAINT "deposit_totals_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE deposit_totals ADD CONSTRAINT deposit_totals_not_negative CHECK (deposits >= 0);

-- What still needs somebody is read by its status. Comparing an enum is not leakproof, so that behind row
-- level security no index on the status can serve; a partial one needs no comparison.
CREATE INDEX "deposits_pending" ON "deposits"("company_id", "txn_date", "id") WHERE (status = 'pending'::deposit_status AND deleted_at IS NULL);
CREATE INDEX "deposits_suggested" ON "deposits"("company_id", "txn_date", "id") WHERE (status = 'suggested'::deposit_status AND deleted_at IS NULL);
CREATE INDEX "deposits_matched" ON "deposits"("company_id", "txn_date", "id") WHERE (status = 'matched'::deposit_status AND deleted_at IS NULL);

-- Nothing is counted between the two.
LOCK TABLE deposit_counts IN SHARE MODE;
ALTER TABLE deposit_counts NO FORCE ROW LEVEL SECURITY;
INSERT INTO deposit_totals (company_id, status, deposits)
  SELECT company_id, status, sum(deposits) FROM deposit_counts GROUP BY company_id, status;
ALTER TABLE deposit_counts FORCE ROW LEVEL SECURITY;

CREATE POLICY own_company ON deposit_totals
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
ALTER TABLE deposit_totals ENABLE ROW LEVEL SECURITY;
ALTER TABLE deposit_totals FORCE ROW LEVEL SECURITY;

-- As before, and the totals with it.
CREATE OR REPLACE FUNCTION count_deposits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(
    hashtextextended('deposit_counts ' || coalesce(NEW.company_id, OLD.company_id), 0));
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    INSERT INTO deposit_counts AS c (company_id, txn_date, status, deposits)
      VALUES (NEW.company_id, NEW.txn_date, NEW.status, 1)
      ON CONFLICT (company_id, txn_date, status) DO UPDATE SET deposits = c.deposits + 1;
    INSERT INTO deposit_totals AS t (company_id, status, deposits)
      VALUES (NEW.company_id, NEW.status, 1)
      ON CONFLICT (company_id, status) DO UPDATE SET deposits = t.deposits + 1;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    UPDATE deposit_counts c SET deposits = c.deposits - 1
      WHERE c.company_id = OLD.company_id AND c.txn_date = OLD.txn_date AND c.status = OLD.status;
    UPDATE deposit_totals t SET deposits = t.deposits - 1
      WHERE t.company_id = OLD.company_id AND t.status = OLD.status;
  END IF;
  RETURN NULL;
END $$;
