-- AlterTable
ALTER TABLE "call_slots" ADD COLUMN     "left_this_minute" INTEGER,
ADD COLUMN     "left_today" INTEGER,
ADD COLUMN     "noted_at" BIGINT,
ADD COLUMN     "paused_for" TEXT,
ADD COLUMN     "under_way" BIGINT[] DEFAULT ARRAY[]::BIGINT[];

-- Starts a call to a provider that limits calls at once, calls a minute and calls a day, if it may start now. Times are
-- milliseconds of the database's clock, which all processes share. The row is locked for this one statement.
-- of_app: the row of the app, whose pause holds for all organisations.
-- most_a_minute: as many starts are remembered; per_minute: how many the caller may add to.
-- kept_today: null, or as many of the day's calls are left to others: with fewer left, one try per try_ms.
-- wait_ms: 0, it has started: lease names it until its end, and ends after lease_ms. Otherwise how long to wait before
--   asking again, and why.
CREATE FUNCTION take_call(wanted bytea, of_app bytea, most_a_minute int, per_minute int, minute_ms bigint, at_once int,
  lease_ms bigint, kept_today int, try_ms bigint, OUT wait_ms bigint, OUT why text, OUT lease bigint)
LANGUAGE plpgsql AS $$
DECLARE
  slot call_slots;
  at bigint;
  running bigint[];
  n int;
BEGIN
  INSERT INTO call_slots (key) VALUES (wanted) ON CONFLICT DO NOTHING;
  SELECT * INTO STRICT slot FROM call_slots WHERE key = wanted FOR UPDATE;
  at := extract(epoch FROM clock_timestamp()) * 1000;
  n := cardinality(slot.starts);
  running := array(SELECT ends FROM unnest(slot.under_way) AS ends WHERE ends > at ORDER BY ends);
  -- Beyond the list's ends there is null: no limit.
  SELECT limits.until - at, limits.name INTO wait_ms, why
  FROM (VALUES
    (slot.paused_until, slot.paused_for),
    ((SELECT app.paused_until FROM call_slots app WHERE app.key = of_app), 'app'),
    (slot.starts[n - per_minute + 1] + minute_ms, 'minute'),
    (CASE WHEN slot.left_today <= kept_today THEN slot.noted_at + try_ms END, 'kept'),
    (CASE WHEN cardinality(running) >= at_once THEN at + 100 END, 'at once')
  ) AS limits (until, name)
  WHERE limits.until > at ORDER BY limits.until DESC LIMIT 1;
  IF FOUND THEN RETURN; END IF;
  wait_ms := 0;
  -- Unlike all others, so that it can be removed.
  lease := greatest(at + lease_ms, running[cardinality(running)] + 1);
  UPDATE call_slots SET starts = slot.starts[greatest(1, n - most_a_minute + 2):n] || at, under_way = running || lease,
    noted_at = CASE WHEN slot.left_today <= kept_today THEN at ELSE slot.noted_at END
    WHERE key = wanted;
END $$;
