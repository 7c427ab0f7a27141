-- When calls to a provider may start, shared by every process: QuickBooks grants a company 10 a second and
-- 500 a minute, whoever asks.

-- CreateTable
CREATE TABLE "call_slots" (
    "key" BYTEA NOT NULL,
    "starts" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "paused_until" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "call_slots_pkey" PRIMARY KEY ("key")
);

-- Takes the next free start, unless it is further away than the caller's patience. Times in milliseconds of
-- the database's clock, which all processes share; the row is held for this one statement.
CREATE FUNCTION take_call_slot(wanted bytea, spacing_ms bigint, per_minute int, minute_ms bigint,
  patience_ms bigint, OUT taken boolean, OUT wait_ms bigint)
LANGUAGE plpgsql AS $$
DECLARE
  slot call_slots;
  at bigint;
  free bigint;
  n int;
BEGIN
  INSERT INTO call_slots (key) VALUES (wanted) ON CONFLICT DO NOTHING;
  SELECT * INTO STRICT slot FROM call_slots WHERE key = wanted FOR UPDATE;
  at := extract(epoch FROM clock_timestamp()) * 1000;
  n := cardinality(slot.starts);
  -- Beyond the list's ends there is null, which greatest() passes over.
  free := greatest(at, slot.paused_until, slot.starts[n] + spacing_ms,
    slot.starts[n - per_minute + 1] + minute_ms);
  wait_ms := free - at;
  taken := wait_ms <= patience_ms;
  IF taken THEN
    UPDATE call_slots SET starts = slot.starts[greatest(1, n - per_minute + 2):n] || free
      WHERE key = wanted;
  END IF;
END $$;

-- When a connection ends: by itself when it is not used, and at the latest. The tokens stay sealed.
ALTER TABLE "integrations" ADD COLUMN "idle_ends_at" TIMESTAMPTZ(3),
ADD COLUMN "ends_at" TIMESTAMPTZ(3),
ADD COLUMN "kept_alive_at" TIMESTAMPTZ(3);
