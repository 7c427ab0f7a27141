-- What of a company needs somebody, for the overview of a user with many companies: one statement for all of them, each
-- read in its own company's scope, so that row level security holds for every one. It leaves the transaction in the last
-- company's scope: call it in a transaction's last statement.
CREATE FUNCTION company_needs(of_company uuid, warn_days int) RETURNS TABLE (
  suggested int, pending int, not_posted int, connected int, ending int,
  last_synced_at timestamptz, oldest_open date, open_sums json
) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.scope', 'company', true),
    set_config('app.company_id', of_company::text, true);
  RETURN QUERY
  WITH totals AS (
    SELECT t.status, t.deposits, t.currency, t.amount FROM deposit_totals t
    WHERE t.company_id = of_company AND t.status IN ('pending', 'suggested')
  ), connections AS (
    SELECT i.status, i.ends_at, i.last_synced_at AS synced_at FROM integrations i
    WHERE i.company_id = of_company AND i.status <> 'disconnected'
  )
  SELECT
    (SELECT coalesce(sum(t.deposits), 0)::int FROM totals t WHERE t.status = 'suggested'),
    (SELECT coalesce(sum(t.deposits), 0)::int FROM totals t WHERE t.status = 'pending'),
    (SELECT count(*)::int FROM postings p
      JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id AND d.deleted_at IS NULL
      WHERE p.company_id = of_company AND p.state IN ('failed', 'blocked')),
    (SELECT count(*)::int FROM connections c WHERE c.status = 'connected'),
    (SELECT count(*)::int FROM connections c WHERE c.status = 'expired'
      OR c.ends_at < now() + make_interval(days => warn_days)),
    (SELECT max(c.synced_at) FROM connections c),
    (SELECT min(n.txn_date) FROM deposit_counts n WHERE n.company_id = of_company
      AND n.status IN ('pending', 'suggested') AND n.deposits > 0),
    (SELECT coalesce(json_agg(json_build_object('currency', s.currency, 'amount', s.amount::text)
        ORDER BY s.currency), '[]')
      FROM (SELECT t.currency, sum(t.amount) AS amount FROM totals t GROUP BY t.currency) s
      WHERE s.amount <> 0);
END $$;
