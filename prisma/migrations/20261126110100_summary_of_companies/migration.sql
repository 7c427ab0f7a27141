-- The Monday whose morning brought the user's last weekly summary by mail, of one company or of several: one a week.
ALTER TABLE "users" ADD COLUMN     "summarized_on" DATE;

-- Few want the summary; the sweep asks every few seconds who does.
CREATE INDEX "memberships_summarized" ON "memberships"("user_id", "company_id") WHERE email_weekly_summary;

-- What of a company was posted in a week, by the payouts' dates. As `company_needs`: in the company's own scope, which it
-- leaves the transaction in.
CREATE FUNCTION company_week(of_company uuid, first_day date, last_day date) RETURNS TABLE (
  posted int, posted_sums json
) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.scope', 'company', true),
    set_config('app.company_id', of_company::text, true);
  RETURN QUERY
  WITH week AS (
    SELECT c.currency, sum(c.deposits)::int AS deposits, sum(c.amount) AS amount FROM deposit_counts c
    WHERE c.company_id = of_company AND c.status = 'posted' AND c.deposits > 0
      AND c.txn_date BETWEEN first_day AND last_day
    GROUP BY c.currency
  )
  SELECT (SELECT coalesce(sum(w.deposits), 0)::int FROM week w),
    (SELECT coalesce(json_agg(json_build_object('currency', w.currency, 'amount', w.amount::text)
      ORDER BY w.currency), '[]') FROM week w);
END $$;
