-- AlterTable
ALTER TABLE "monthly_reads" ADD COLUMN     "reserve_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "company_reads" (
    "app" TEXT NOT NULL,
    "company" UUID NOT NULL,
    "realm_hash" BYTEA NOT NULL,
    "month" DATE NOT NULL,
    "reads" INTEGER NOT NULL DEFAULT 0,
    "reads_before" INTEGER NOT NULL DEFAULT 0,
    "day" DATE NOT NULL,
    "reads_today" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "reserve_reads" INTEGER NOT NULL DEFAULT 0,
    "part" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "reserve_part" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "part_at" TIMESTAMPTZ(3),
    "level" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "filled_at" TIMESTAMPTZ(3) NOT NULL,
    "lists_until" TIMESTAMPTZ(3),
    "waits_until" TIMESTAMPTZ(3),
    "turned_away_at" TIMESTAMPTZ(3),

    CONSTRAINT "company_reads_pkey" PRIMARY KEY ("app","company")
);

-- CreateIndex
CREATE INDEX "company_reads_app_realm_hash_idx" ON "company_reads"("app", "realm_hash");

-- Counts a read of a company at QuickBooks and decides whether it may be made, for all processes. Locks the company's row,
-- then the app's.
-- rules: the numbers of server/providers/read-meter.ts.
-- verdict: null, the read may be made. 'company': the company's part is used up. 'reserve': what is left of the month is
--   kept for syncs and postings. 'app': QuickBooks refuses all reads.
CREATE FUNCTION take_read(of_app text, of_company uuid, realm_id text, hashed bytea, purpose text, rules jsonb,
  OUT verdict text, OUT until timestamptz, OUT refused_since timestamptz, OUT after_refusals boolean, OUT app_reads int)
LANGUAGE plpgsql AS $$
DECLARE
  allowance CONSTANT float8 := rules ->> 'allowance';
  open_reads CONSTANT float8 := allowance * (1 - (rules ->> 'reserve')::float8);
  month_start CONSTANT timestamptz := date_trunc('month', now(), 'UTC');
  month_end CONSTANT timestamptz := date_trunc('month', month_start + interval '32 days', 'UTC');
  hour_start CONSTANT timestamptz := date_trunc('hour', now(), 'UTC');
  hours CONSTANT float8 := extract(epoch FROM month_end - month_start) / 3600;
  passed CONSTANT float8 := extract(epoch FROM now() - month_start) / 3600;
  burst CONSTANT float8 := (rules ->> 'burstDays')::float8 * 24;
  this_month CONSTANT date := (month_start AT TIME ZONE 'UTC')::date;
  today CONSTANT date := (now() AT TIME ZONE 'UTC')::date;
  c company_reads;
  a monthly_reads;
  books float8;
  sharing float8;
  is_ahead boolean;
  is_new boolean;
  capacity float8;
  per_hour float8;
  least_level float8;
  resume float8;
  share float8;
BEGIN
  INSERT INTO company_reads (app, company, realm_hash, month, day, filled_at)
    VALUES (of_app, of_company, hashed, this_month, today, hour_start) ON CONFLICT DO NOTHING;
  SELECT * INTO STRICT c FROM company_reads WHERE app = of_app AND company = of_company FOR UPDATE;
  is_new := c.part_at IS NULL;
  IF c.month <> this_month THEN
    c.reads_before := CASE WHEN c.month = (this_month - interval '1 month')::date THEN c.reads ELSE 0 END;
    c.month := this_month;
    c.reads := 0;
    c.refused := 0;
    c.reserve_reads := 0;
  END IF;
  IF c.day <> today THEN
    c.day := today;
    c.reads_today := 0;
  END IF;

  IF c.part_at IS NULL OR c.part_at < hour_start OR c.realm_hash <> hashed THEN
    -- Companies on the same books share their part: several of them must not be more than one.
    SELECT greatest(1, count(DISTINCT external_account_id)),
        greatest(1, count(*) FILTER (WHERE external_account_id = realm_id)) INTO books, sharing
      FROM integrations WHERE provider = 'quickbooks' AND status = 'connected';
    SELECT m.reads > open_reads * least(1, (passed + burst) / hours) INTO is_ahead
      FROM monthly_reads m WHERE m.app = of_app AND m.month = this_month;
    c.part := greatest(
      greatest(allowance / books,
        CASE WHEN is_ahead IS TRUE THEN 0 ELSE allowance * (rules ->> 'leastShare')::float8 END) / sharing,
      least(allowance * (rules ->> 'mostShare')::float8,
        c.reads_before * CASE WHEN is_ahead IS TRUE THEN 1 ELSE (rules ->> 'growth')::float8 END));
    c.reserve_part := (allowance - open_reads) / books / sharing;
    c.part_at := now();
    c.realm_hash := hashed;
  END IF;

  per_hour := c.part / hours;
  capacity := greatest((rules ->> 'leastBurst')::float8, per_hour * burst);
  IF is_new THEN
    -- Where others read the same books, a new company begins with what they have left, also those that were deleted.
    SELECT min(least(greatest((rules ->> 'leastBurst')::float8, o.part / hours * burst),
        o.level + o.part / hours * extract(epoch FROM hour_start - o.filled_at) / 3600)) INTO c.level
      FROM company_reads o WHERE o.app = of_app AND o.realm_hash = hashed AND o.company <> of_company;
    c.level := coalesce(c.level, capacity);
  END IF;
  c.level := least(capacity, c.level + per_hour * greatest(0, extract(epoch FROM hour_start - c.filled_at) / 3600));
  c.filled_at := greatest(c.filled_at, hour_start);
  resume := least((rules ->> 'resume')::float8, capacity / 2);

  INSERT INTO monthly_reads (app, month) SELECT of_app, this_month
    WHERE NOT EXISTS (SELECT FROM monthly_reads WHERE app = of_app AND month = this_month) ON CONFLICT DO NOTHING;
  SELECT * INTO STRICT a FROM monthly_reads WHERE app = of_app AND month = this_month FOR UPDATE;
  app_reads := a.reads;
  after_refusals := a.refusals > 0;

  IF a.refused_at IS NOT NULL AND a.tried_at > now() - interval '1 hour' THEN
    verdict := 'app';
    until := a.tried_at + interval '1 hour';
    refused_since := a.refused_since;
    RETURN;
  END IF;

  IF a.reads >= open_reads THEN
    a.reserve_since := coalesce(a.reserve_since, now());
    -- A part of it at once, the rest evenly until the month ends.
    share := c.reserve_part * ((rules ->> 'reserveAtOnce')::float8 + (1 - (rules ->> 'reserveAtOnce')::float8)
      * extract(epoch FROM now() - a.reserve_since) / extract(epoch FROM month_end - a.reserve_since));
  END IF;

  least_level := capacity * coalesce((rules -> 'kept' ->> purpose)::float8, 0);
  IF purpose <> 'bookkeeping' AND share IS NOT NULL THEN
    verdict := 'reserve';
    until := month_end;
    c.lists_until := until;
  ELSIF c.level - 1 < least_level AND purpose <> 'bookkeeping' THEN
    verdict := 'company';
    until := hour_start + interval '1 hour' * greatest(1, ceil((least_level + 1 - c.level) / per_hour));
    c.lists_until := until;
  ELSIF c.waits_until > now() THEN
    verdict := 'company';
  ELSIF c.level < 1 THEN
    verdict := 'company';
    c.waits_until := hour_start + interval '1 hour' * greatest(1, ceil((resume - c.level) / per_hour));
  ELSIF c.reserve_reads + 1 > share THEN
    verdict := 'company';
    c.waits_until := least(month_end, date_trunc('hour', now() + interval '1 hour' + (month_end - a.reserve_since)
      * least(resume / c.reserve_part, 0.1) / (1 - (rules ->> 'reserveAtOnce')::float8), 'UTC'));
  END IF;
  IF verdict = 'company' THEN until := coalesce(until, c.waits_until); END IF;

  IF verdict IS NULL THEN
    c.level := c.level - 1;
    c.reads := c.reads + 1;
    c.reads_today := c.reads_today + 1;
    c.reserve_reads := c.reserve_reads + CASE WHEN share IS NULL THEN 0 ELSE 1 END;
    c.lists_until := CASE WHEN purpose <> 'bookkeeping' THEN NULL ELSE c.lists_until END;
    c.waits_until := NULL;
    app_reads := a.reads + 1;
    UPDATE monthly_reads m SET reads = app_reads, reserve_since = a.reserve_since,
        tried_at = CASE WHEN m.refusals > 0 THEN now() END
      WHERE m.app = of_app AND m.month = this_month;
  ELSE
    c.refused := c.refused + 1;
  END IF;
  UPDATE company_reads SET realm_hash = c.realm_hash, month = c.month, reads = c.reads, reads_before = c.reads_before,
      day = c.day, reads_today = c.reads_today, refused = c.refused, reserve_reads = c.reserve_reads, part = c.part,
      reserve_part = c.reserve_part, part_at = c.part_at, level = c.level, filled_at = c.filled_at,
      lists_until = c.lists_until, waits_until = c.waits_until
    WHERE app = of_app AND company = of_company;
END $$;

-- QuickBooks refused a read without saying until when. Refusals of several books, or of the only ones, that last for a
-- while with no read answered between stop the app: from then on it makes one read an hour.
CREATE FUNCTION read_refused(of_app text, of_company uuid, rules jsonb)
RETURNS SETOF monthly_reads LANGUAGE plpgsql AS $$
DECLARE
  this_month CONSTANT date := (date_trunc('month', now(), 'UTC') AT TIME ZONE 'UTC')::date;
  a monthly_reads;
  turned_away int;
  books int;
  lasting jsonb;
BEGIN
  UPDATE company_reads SET turned_away_at = now() WHERE app = of_app AND company = of_company;
  UPDATE monthly_reads SET refused_since = coalesce(monthly_reads.refused_since, now()),
      refusals = monthly_reads.refusals + 1, tried_at = now()
    WHERE app = of_app AND month = this_month RETURNING * INTO a;
  lasting := rules -> CASE WHEN a.reads >= (rules ->> 'allowance')::float8 * (rules ->> 'nearlyAll')::float8
    THEN 'lastingNearly' ELSE 'lasting' END;
  IF a.refused_at IS NULL AND a.refusals >= (lasting ->> 'refusals')::int
      AND a.refused_since <= now() - interval '1 minute' * (lasting ->> 'minutes')::int THEN
    SELECT count(DISTINCT realm_hash) INTO turned_away FROM company_reads
      WHERE app = of_app AND turned_away_at >= a.refused_since;
    SELECT count(DISTINCT external_account_id) INTO books FROM integrations
      WHERE provider = 'quickbooks' AND status = 'connected';
    IF turned_away >= least(2, books) THEN
      UPDATE monthly_reads SET refused_at = now() WHERE app = of_app AND month = this_month RETURNING * INTO a;
    END IF;
  END IF;
  RETURN NEXT a;
END $$;
