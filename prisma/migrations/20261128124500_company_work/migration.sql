-- When a company last posted, of many companies at once.
CREATE INDEX postings_posted ON postings (company_id, posted_at) WHERE state = 'posted';

-- Replaces `company_needs`, which the version before still calls. Each deposit counts once: a suggested one is to confirm; a
-- pending one is to decide, or on its way to the bank, or postponed; a matched one counts where its posting stopped.
-- One statement reads many companies, each in its own scope, so row level security holds for every one. It leaves the
-- transaction in the last company's scope: call it in the last statement.
CREATE FUNCTION company_work(of_company uuid, warn_days int, max_deposits int, default_zone text) RETURNS TABLE (
  suggested int, to_decide int, not_posted int, on_their_way int, connected int, ending int,
  last_synced_at timestamptz, last_posted_at timestamptz, months json
) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.scope', 'company', true),
    set_config('app.company_id', of_company::text, true);
  RETURN QUERY
  WITH connections AS (
    SELECT i.id, i.status, i.ends_at, i.last_synced_at AS synced_at, i.cursor FROM integrations i
    WHERE i.company_id = of_company AND i.status <> 'disconnected'
  ), local AS (
    SELECT (now() AT TIME ZONE coalesce((SELECT s.time_zone FROM company_settings s
      WHERE s.company_id = of_company), default_zone))::date AS today
  ), undecided AS (
    -- Compared with a literal, so that the partial index of pending deposits serves.
    SELECT FROM deposits d
    WHERE d.company_id = of_company AND d.status = 'pending' AND d.deleted_at IS NULL
      AND d.payout_status NOT IN ('pending', 'in_transit')
      AND (NOT EXISTS (SELECT FROM deposit_lines l WHERE l.company_id = d.company_id AND l.deposit_id = d.id
          AND l.wait_until > (SELECT today FROM local))
        OR EXISTS (SELECT FROM deposit_lines l WHERE l.company_id = d.company_id AND l.deposit_id = d.id
          AND l.account_id IS NULL AND l.kind IN ('charge', 'refund', 'dispute', 'dispute_reversal')
          AND (l.wait_until IS NULL OR l.wait_until <= (SELECT today FROM local))
          AND NOT EXISTS (SELECT FROM match_lines x
            WHERE x.company_id = l.company_id AND x.line_id = l.id AND x.live)))
    LIMIT max_deposits
  ), shown_months AS (
    SELECT (date_trunc('month', l.today) - ago * interval '1 month')::date AS first_day
    FROM local l, generate_series(0, 1) ago
  )
  SELECT
    (SELECT coalesce(sum(t.deposits), 0)::int FROM deposit_totals t
      WHERE t.company_id = of_company AND t.status = 'suggested'),
    (SELECT count(*)::int FROM undecided),
    (SELECT count(*)::int FROM postings p
      JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id AND d.deleted_at IS NULL
      WHERE p.company_id = of_company AND p.state IN ('failed', 'blocked')),
    (SELECT count(*)::int FROM deposits d
      WHERE d.company_id = of_company AND d.status = 'pending' AND d.deleted_at IS NULL
        AND d.payout_status IN ('pending', 'in_transit'))
      -- Known from the last sync alone.
      + (SELECT count(*)::int FROM connections c, jsonb_array_elements(
          CASE jsonb_typeof(c.cursor -> 'onTheirWay') WHEN 'array' THEN c.cursor -> 'onTheirWay' ELSE '[]' END) o
        WHERE NOT EXISTS (SELECT FROM deposits d WHERE d.company_id = of_company AND d.integration_id = c.id
          AND d.provider_id = o ->> 'providerId')),
    (SELECT count(*)::int FROM connections c WHERE c.status = 'connected'),
    (SELECT count(*)::int FROM connections c WHERE c.status = 'expired'
      OR c.ends_at < now() + make_interval(days => warn_days)),
    (SELECT max(c.synced_at) FROM connections c),
    (SELECT max(p.posted_at) FROM postings p WHERE p.company_id = of_company AND p.state = 'posted'),
    (SELECT json_agg(json_build_object('first_day', m.first_day, 'deposits', m.deposits, 'open', m.open)
        ORDER BY m.first_day)
      FROM (SELECT s.first_day, coalesce(sum(n.deposits), 0)::int AS deposits,
          coalesce(sum(n.deposits) FILTER (WHERE n.status <> 'posted'), 0)::int AS open
        FROM shown_months s LEFT JOIN deposit_counts n ON n.company_id = of_company
          AND n.txn_date >= s.first_day AND n.txn_date < s.first_day + interval '1 month'
        GROUP BY s.first_day) m);
END $$;
