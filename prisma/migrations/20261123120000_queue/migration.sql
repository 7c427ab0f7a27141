-- Sums of money next to the counts of deposits, by currency: the dashboard shows both. And what a queue of
-- open work reads.

-- Nothing is counted between the two.
LOCK TABLE deposits IN SHARE ROW EXCLUSIVE MODE;
TRUNCATE deposit_counts, deposit_totals;

-- AlterTable
ALTER TABLE "deposit_counts" DROP CONSTRAINT "deposit_counts_pkey",
ADD COLUMN     "currency" CHAR(3) NOT NULL,
ADD COLUMN     "amount" BIGINT NOT NULL,
ADD CONSTRAINT "deposit_counts_pkey" PRIMARY KEY ("company_id", "txn_date", "status", "currency");

-- AlterTable
ALTER TABLE "deposit_totals" DROP CONSTRAINT "deposit_totals_pkey",
ADD COLUMN     "currency" CHAR(3) NOT NULL,
ADD COLUMN     "amount" BIGINT NOT NULL,
ADD CONSTRAINT "deposit_totals_pkey" PRIMARY KEY ("company_id", "status", "currency");

-- CreateIndex
CREATE INDEX "postings_not_posted" ON "postings"("company_id", "deposit_id") WHERE (state = ANY (ARRAY['failed'::posting_state, 'blocked'::posting_state]));

-- CreateIndex
CREATE INDEX "audit_events_decisions" ON "audit_events"("company_id", "user_id", "at") WHERE (action = ANY (ARRAY['deposit.confirmed'::text, 'deposit.matched_by_hand'::text]));

ALTER TABLE deposits NO FORCE ROW LEVEL SECURITY;
ALTER TABLE deposit_counts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE deposit_totals NO FORCE ROW LEVEL SECURITY;
INSERT INTO deposit_counts (company_id, txn_date, status, currency, deposits, amount)
  SELECT company_id, txn_date, status, currency, count(*), sum(amount) FROM deposits
  WHERE deleted_at IS NULL GROUP BY company_id, txn_date, status, currency;
INSERT INTO deposit_totals (company_id, status, currency, deposits, amount)
  SELECT company_id, status, currency, sum(deposits), sum(amount) FROM deposit_counts
  GROUP BY company_id, status, currency;
ALTER TABLE deposits FORCE ROW LEVEL SECURITY;
ALTER TABLE deposit_counts FORCE ROW LEVEL SECURITY;
ALTER TABLE deposit_totals FORCE ROW LEVEL SECURITY;

-- As before, and the amounts with it.
CREATE OR REPLACE FUNCTION count_deposits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(
    hashtextextended('deposit_counts ' || coalesce(NEW.company_id, OLD.company_id), 0));
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    INSERT INTO deposit_counts AS c (company_id, txn_date, status, currency, deposits, amount)
      VALUES (NEW.company_id, NEW.txn_date, NEW.status, NEW.currency, 1, NEW.amount)
      ON CONFLICT (company_id, txn_date, status, currency)
      DO UPDATE SET deposits = c.deposits + 1, amount = c.amount + NEW.amount;
    INSERT INTO deposit_totals AS t (company_id, status, currency, deposits, amount)
      VALUES (NEW.company_id, NEW.status, NEW.currency, 1, NEW.amount)
      ON CONFLICT (company_id, status, currency)
      DO UPDATE SET deposits = t.deposits + 1, amount = t.amount + NEW.amount;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    UPDATE deposit_counts c SET deposits = c.deposits - 1, amount = c.amount - OLD.amount
      WHERE c.company_id = OLD.company_id AND c.txn_date = OLD.txn_date
        AND c.status = OLD.status AND c.currency = OLD.currency;
    UPDATE deposit_totals t SET deposits = t.deposits - 1, amount = t.amount - OLD.amount
      WHERE t.company_id = OLD.company_id AND t.status = OLD.status AND t.currency = OLD.currency;
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER deposits_counted ON deposits;
CREATE CONSTRAINT TRIGGER deposits_counted
  AFTER INSERT OR DELETE OR UPDATE OF txn_date, status, deleted_at, amount, currency ON deposits
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_deposits();
