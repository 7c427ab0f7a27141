-- Whoever follows a company's deposits asks for those that changed since. `updated_at` is the database's from here on:
-- it moves with all that is shown of a deposit, whoever writes it.

-- CreateIndex
CREATE INDEX "deposits_updated" ON "deposits"("company_id", "updated_at", "id");

-- The key of a lock is the second in which a transaction began to change a company's deposits: what is locked says how
-- far changes are still to appear. Seconds since 2020 fit until 2088.
CREATE FUNCTION deposit_changes_lock(company uuid) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT hashtext('deposit changes ' || company::text) $$;

CREATE FUNCTION deposit_changes_epoch() RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT timestamptz '2020-01-01 00:00:00+00' $$;

-- When the running transaction began to change deposits of a company: the same for all that it changes, because all of
-- it appears at once. Locked before the time is taken, so that no moment is left between.
CREATE FUNCTION deposits_touched_at(company uuid) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  known CONSTANT text := current_setting('app.deposits_touched', true);
  touched timestamptz;
BEGIN
  IF starts_with(known, company::text) THEN RETURN substr(known, 37)::timestamptz; END IF;
  PERFORM pg_advisory_xact_lock_shared(deposit_changes_lock(company),
    floor(extract(epoch FROM clock_timestamp() - deposit_changes_epoch()))::int);
  touched := date_trunc('milliseconds', clock_timestamp());
  PERFORM set_config('app.deposits_touched', company::text || touched, true);
  PERFORM pg_notify('deposit_matcher_events', 'deposits ' || company);
  RETURN touched;
END $$;

-- Up to when a company's changes have all appeared: whoever reads deposits after this, and asks next for those that
-- changed since, misses none, however late a running transaction commits. The clock is read before the locks, and a
-- second is taken off for one that is set back.
CREATE FUNCTION deposits_settled_until(company uuid) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  asked CONSTANT timestamptz := clock_timestamp();
  began CONSTANT timestamptz := (
    SELECT deposit_changes_epoch() + make_interval(secs => min(l.objid::bigint))
    FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.objsubid = 2
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.classid::bigint = deposit_changes_lock(company)::bigint & 4294967295);
BEGIN
  RETURN date_trunc('milliseconds', least(asked, began)) - interval '1 second';
END $$;

CREATE FUNCTION touch_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown deposits := NEW;
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.updated_at := deposits_touched_at(NEW.company_id);
    RETURN NEW;
  END IF;
  -- To have looked for returned payments again is no change.
  shown.lines_checked_at := OLD.lines_checked_at;
  IF shown IS DISTINCT FROM OLD THEN
    NEW.updated_at := greatest(OLD.updated_at, deposits_touched_at(NEW.company_id));
  END IF;
  RETURN NEW;
END $$;

-- Deposits of which something else changed. What the transaction has touched already stays untouched; the rest is
-- locked in order, so that two transactions don't wait for each other here.
CREATE FUNCTION touch_deposits(company uuid, ids int[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  touched CONSTANT timestamptz := deposits_touched_at(company);
BEGIN
  UPDATE deposits d SET updated_at = touched FROM (
    SELECT o.id FROM deposits o WHERE o.company_id = company AND o.id = ANY (ids) AND o.updated_at < touched
    ORDER BY o.id FOR NO KEY UPDATE) o
  WHERE d.company_id = company AND d.id = o.id;
END $$;

CREATE FUNCTION touch_deposits_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_deposits(a.company_id, array_agg(DISTINCT a.deposit_id)) FROM added a GROUP BY a.company_id;
  RETURN NULL;
END $$;

CREATE FUNCTION touch_deposits_of_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_deposits(r.company_id, array_agg(DISTINCT r.deposit_id)) FROM removed r GROUP BY r.company_id;
  RETURN NULL;
END $$;

-- What moves from one deposit to another changes both.
CREATE FUNCTION touch_deposits_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_deposits(c.company_id, array_agg(DISTINCT c.deposit_id)) FROM (
    SELECT company_id, deposit_id FROM before UNION ALL SELECT company_id, deposit_id FROM after) c
  GROUP BY c.company_id;
  RETURN NULL;
END $$;

-- A heartbeat or an attempt alone is no change.
CREATE FUNCTION touch_deposits_of_changed_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_deposits(o.company_id, array_agg(DISTINCT d.id)) FROM before o
    JOIN after n ON n.company_id = o.company_id AND n.id = o.id
    CROSS JOIN LATERAL (VALUES (o.deposit_id), (n.deposit_id)) AS d(id)
    WHERE (o.deposit_id, o.state, o.message, o.details, o.error_code, o.adopted, o.quickbooks_deposit_id, o.journal)
      IS DISTINCT FROM
      (n.deposit_id, n.state, n.message, n.details, n.error_code, n.adopted, n.quickbooks_deposit_id, n.journal)
    GROUP BY o.company_id;
  RETURN NULL;
END $$;

CREATE TRIGGER deposits_touched BEFORE INSERT OR UPDATE ON deposits
  FOR EACH ROW EXECUTE FUNCTION touch_deposit();

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['deposit_lines', 'matches', 'deposit_adjustments', 'planned_payments',
    'line_questions', 'existing_deposits', 'postings']
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION touch_deposits_of_added()', name || '_added_touch', name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION touch_deposits_of_removed()', name || '_removed_touch', name);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS before NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION %I()', name || '_changed_touch', name,
      CASE name WHEN 'postings' THEN 'touch_deposits_of_changed_postings' ELSE 'touch_deposits_of_changed' END);
  END LOOP;
END $$;

-- Its streams end at once.
CREATE TRIGGER api_tokens_end_told AFTER UPDATE ON api_tokens FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
  EXECUTE FUNCTION tell_change('sessions');
