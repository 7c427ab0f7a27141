-- What was changed in a company, and by which transaction: whoever knows the books as of one snapshot asks what has come
-- since, instead of reading everything again. A row is written by the transaction that makes the change, so a snapshot
-- sees both or neither.

-- CreateTable
CREATE TABLE "company_changes" (
    "company_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "changed_in" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "table_name" TEXT NOT NULL,
    "row_ids" INTEGER[],

    CONSTRAINT "company_changes_pkey" PRIMARY KEY ("company_id","kind","changed_in","id")
);

-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "changes_kept_from" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "changes_to_forget" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "changes_forgotten_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Each scope that may change a row may say so. Only rows of the own company are read.
ALTER TABLE company_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE company_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_company ON company_changes FOR SELECT USING (company_id = (SELECT app_company()));
CREATE POLICY own_company_added ON company_changes FOR INSERT
  WITH CHECK (company_id = (SELECT app_company()) OR (SELECT app_scope()) <> 'company');
CREATE POLICY accounts ON company_changes USING ((SELECT app_scope()) = 'accounts');
CREATE POLICY jobs ON company_changes USING ((SELECT app_scope()) = 'jobs');

-- The names of the transition tables: `touched` are the rows added, removed, or as they were before an update, `after` the
-- updated ones.

CREATE FUNCTION log_change_of_companies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO company_changes (company_id, kind, table_name, changed_in)
  SELECT DISTINCT t.id, TG_ARGV[0], TG_TABLE_NAME, pg_current_xact_id()::text::bigint FROM touched t;
  RETURN NULL;
END $$;

-- A person's name is shown in each of their companies.
CREATE FUNCTION log_change_of_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO company_changes (company_id, kind, table_name, changed_in)
  SELECT DISTINCT m.company_id, TG_ARGV[0], TG_TABLE_NAME, pg_current_xact_id()::text::bigint
  FROM touched t JOIN memberships m ON m.user_id = t.id;
  RETURN NULL;
END $$;

CREATE FUNCTION log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO company_changes (company_id, kind, table_name, changed_in)
  SELECT DISTINCT t.company_id, TG_ARGV[0], TG_TABLE_NAME, pg_current_xact_id()::text::bigint FROM touched t;
  RETURN NULL;
END $$;

CREATE FUNCTION log_change_by_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO company_changes (company_id, kind, table_name, changed_in, row_ids)
  SELECT t.company_id, TG_ARGV[0], TG_TABLE_NAME, pg_current_xact_id()::text::bigint, array_agg(t.id)
  FROM touched t GROUP BY t.company_id;
  RETURN NULL;
END $$;

-- The payments, and the deposits whose matches they are part of. A match that is removed with them says so itself.
CREATE FUNCTION log_change_of_match_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO company_changes (company_id, kind, table_name, changed_in, row_ids)
  SELECT t.company_id, TG_ARGV[0], TG_TABLE_NAME, pg_current_xact_id()::text::bigint, array_agg(t.payment_id)
  FROM touched t GROUP BY t.company_id
  UNION ALL
  SELECT m.company_id, TG_ARGV[0], 'matches', pg_current_xact_id()::text::bigint, array_agg(DISTINCT m.deposit_id)
  FROM touched t JOIN matches m ON m.company_id = t.company_id AND m.id = t.match_id GROUP BY m.company_id;
  RETURN NULL;
END $$;

CREATE FUNCTION log_change_by_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO company_changes (company_id, kind, table_name, changed_in, row_ids)
  SELECT t.company_id, TG_ARGV[0], TG_TABLE_NAME, pg_current_xact_id()::text::bigint, array_agg(DISTINCT t.deposit_id)
  FROM touched t GROUP BY t.company_id;
  RETURN NULL;
END $$;

-- What moves from one deposit to another changes both.
CREATE FUNCTION log_update_by_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO company_changes (company_id, kind, table_name, changed_in, row_ids)
  SELECT c.company_id, TG_ARGV[0], TG_TABLE_NAME, pg_current_xact_id()::text::bigint, array_agg(DISTINCT c.deposit_id)
  FROM (SELECT company_id, deposit_id FROM touched UNION ALL SELECT company_id, deposit_id FROM after) c
  GROUP BY c.company_id;
  RETURN NULL;
END $$;

DO $$
DECLARE
  name text;
  kind text;
  logs text;
BEGIN
  -- `books`: what answers about the books rest on; `runs` and `notices`: what else an open page follows.
  -- tests/integration/change-log.test.ts has the tables that are left out, each with the reason.
  FOR name, kind, logs IN VALUES
    ('companies', 'books', 'log_change_of_companies'),
    ('users', 'books', 'log_change_of_users'),
    ('memberships', 'books', 'log_change'),
    ('company_settings', 'books', 'log_change'),
    ('integrations', 'books', 'log_change'),
    ('rules', 'books', 'log_change'),
    ('deposits', 'books', 'log_change_by_id'),
    ('deposit_lines', 'books', 'log_change_by_deposit'),
    ('deposit_adjustments', 'books', 'log_change_by_deposit'),
    ('matches', 'books', 'log_change_by_deposit'),
    ('match_lines', 'books', 'log_change'),
    ('match_payments', 'books', 'log_change_of_match_payments'),
    ('ledger_payments', 'books', 'log_change_by_id'),
    ('ledger_invoices', 'books', 'log_change'),
    ('planned_payments', 'books', 'log_change'),
    ('line_questions', 'books', 'log_change'),
    ('existing_deposits', 'books', 'log_change'),
    ('postings', 'books', 'log_change'),
    ('balance_transactions', 'books', 'log_change'),
    ('automatic_runs', 'books', 'log_change'),
    ('posting_runs', 'books', 'log_change'),
    ('payout_imports', 'books', 'log_change'),
    ('audit_events', 'books', 'log_change'),
    ('sync_runs', 'runs', 'log_change'),
    ('match_runs', 'runs', 'log_change'),
    ('job_failures', 'notices', 'log_change'),
    ('failure_dismissals', 'notices', 'log_change'),
    ('notifications', 'notices', 'log_change')
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION %I(%L)', name || '_added_logged', name, logs, kind);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION %I(%L)', name || '_removed_logged', name, logs, kind);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS touched NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION %I(%L)', name || '_changed_logged', name,
      CASE logs WHEN 'log_change_by_deposit' THEN 'log_update_by_deposit' ELSE logs END, kind);
  END LOOP;
END $$;

-- At the commit, when all that goes with a company has been logged.
CREATE FUNCTION remove_log_of_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM company_changes WHERE company_id = OLD.id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER companies_log_removed AFTER DELETE ON companies
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION remove_log_of_company();
