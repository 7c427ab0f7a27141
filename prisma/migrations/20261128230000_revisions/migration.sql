-- The revisions of a company's books and of all that an open page follows (server/work/changes.ts says why they hold), as
-- the statement's snapshot shows them. Asked by every request: always by the index, though the plan may be older than the
-- rows, and each kind's latest change once (OFFSET keeps it from being put in the place of each mention).
CREATE FUNCTION company_revisions(of_company uuid) RETURNS TABLE (revision text, activity text)
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY
  SELECT CASE WHEN l.books < l.oldest
      THEN concat_ws(' ', l.epoch, l.books, floor(extract(epoch FROM now()) / 900)) END,
    CASE WHEN greatest(l.books, l.runs, l.notices) < l.oldest
      THEN concat_ws(' ', l.epoch, l.books, l.runs, l.notices) END
  FROM (
    SELECT concat_ws(' ', i.id, extract(epoch FROM pg_postmaster_start_time())) AS epoch,
      pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest,
      coalesce((SELECT max(c.changed_in) FROM company_changes c
        WHERE c.company_id = of_company AND c.kind = 'books'), 0) AS books,
      coalesce((SELECT max(c.changed_in) FROM company_changes c
        WHERE c.company_id = of_company AND c.kind = 'runs'), 0) AS runs,
      coalesce((SELECT max(c.changed_in) FROM company_changes c
        WHERE c.company_id = of_company AND c.kind = 'notices'), 0) AS notices
    FROM installation i OFFSET 0) l;
END $$;

-- What needs attention in a company, unless it is still what the caller knows: an overview of many companies works out only
-- those that have changed. `revision` is that of the books, with the number of connections that end soon, which changes with
-- the time of day. Null while it can't be known: then nothing is the same. Leaves the transaction in the company's scope,
-- like `company_work`.
CREATE FUNCTION company_work_since(of_company uuid, known_revision text, warn_days int, max_deposits int, default_zone text)
RETURNS TABLE (revision text, work json) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  latest text;
BEGIN
  PERFORM set_config('app.scope', 'company', true),
    set_config('app.company_id', of_company::text, true);
  SELECT r.revision || ' ' || (SELECT count(*) FROM integrations i
    WHERE i.company_id = of_company AND i.ends_at < now() + make_interval(days => warn_days))
  INTO latest FROM company_revisions(of_company) r;
  -- A statement after the one above: what it reads is at least as new as the revision.
  RETURN QUERY SELECT latest, CASE WHEN latest = known_revision THEN NULL ELSE (
    SELECT to_json(n) FROM (
      SELECT w.suggested, w.to_decide, w.not_posted, w.on_their_way, w.connected, w.ending, w.months,
        to_char(w.last_synced_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_synced_at,
        to_char(w.last_posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_posted_at
      FROM company_work(of_company, warn_days, max_deposits, default_zone) w) n) END;
END $$;
