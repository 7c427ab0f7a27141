-- The day of a line in a time zone, where its source gave a moment: Stripe's `created`, unix seconds. Null where the
-- source says the day itself. The same day as lib/dates.ts' dateInZone.
CREATE OR REPLACE FUNCTION line_day(raw jsonb, zone text) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN raw ->> 'id' LIKE 'txn\_%' AND jsonb_typeof(raw -> 'created') = 'number'
    THEN (to_timestamp((raw ->> 'created')::float8) AT TIME ZONE zone)::date END
$$;

ALTER TABLE company_settings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE companies NO FORCE ROW LEVEL SECURITY;
ALTER TABLE deposits NO FORCE ROW LEVEL SECURITY;
ALTER TABLE deposit_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE postings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE match_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE match_payments NO FORCE ROW LEVEL SECURITY;
ALTER TABLE planned_payments NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_payments NO FORCE ROW LEVEL SECURITY;

-- Stored lines were dated by UTC. Nothing of a posted deposit, of one being posted, or of what was sent to QuickBooks
-- changes. A zone that PostgreSQL doesn't know leaves a company's lines alone.
CREATE TEMPORARY TABLE redated ON COMMIT DROP AS
  WITH s AS MATERIALIZED (SELECT company_id, time_zone FROM company_settings
    WHERE time_zone IN (SELECT name FROM pg_timezone_names))
  SELECT l.company_id, l.id, l.deposit_id, l.date AS was, line_day(l.raw, s.time_zone) AS day
  FROM s
  JOIN deposits d ON d.company_id = s.company_id AND d.status <> 'posted'
  JOIN deposit_lines l ON l.company_id = d.company_id AND l.deposit_id = d.id
  WHERE l.date <> line_day(l.raw, s.time_zone)
    AND NOT EXISTS (SELECT FROM postings p WHERE p.company_id = d.company_id AND p.deposit_id = d.id
      AND (p.state IN ('sending', 'undoing') OR (p.state <> 'undone' AND p.unanswered)));

UPDATE ledger_payments p SET txn_date = moved.day
FROM (
  SELECT r.company_id, mp.payment_id, r.was, min(r.day) AS day
  FROM redated r
  JOIN match_lines ml ON ml.company_id = r.company_id AND ml.line_id = r.id
  JOIN match_payments mp ON mp.company_id = r.company_id AND mp.match_id = ml.match_id
  JOIN planned_payments pp ON pp.company_id = r.company_id AND pp.payment_id = mp.payment_id
  WHERE pp.sent_at IS NULL
  GROUP BY r.company_id, mp.payment_id, r.was
) moved
WHERE p.company_id = moved.company_id AND p.id = moved.payment_id AND p.state = 'planned'
  AND p.txn_date = moved.was;

UPDATE deposit_lines l SET date = r.day FROM redated r WHERE l.company_id = r.company_id AND l.id = r.id;

UPDATE deposits d SET version = d.version + 1
WHERE (d.company_id, d.id) IN (SELECT r.company_id, r.deposit_id FROM redated r);

UPDATE companies c SET match_requested_at = clock_timestamp()
WHERE c.id IN (SELECT r.company_id FROM redated r);

-- The sums are checked before the tables change.
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE company_settings FORCE ROW LEVEL SECURITY;
ALTER TABLE companies FORCE ROW LEVEL SECURITY;
ALTER TABLE deposits FORCE ROW LEVEL SECURITY;
ALTER TABLE deposit_lines FORCE ROW LEVEL SECURITY;
ALTER TABLE postings FORCE ROW LEVEL SECURITY;
ALTER TABLE match_lines FORCE ROW LEVEL SECURITY;
ALTER TABLE match_payments FORCE ROW LEVEL SECURITY;
ALTER TABLE planned_payments FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_payments FORCE ROW LEVEL SECURITY;
