-- The second wall between companies. A transaction says whose it is (server/db.ts sets both settings as
-- its first statement), and PostgreSQL shows it nothing else; without a scope there is nothing to see.
-- FORCE: the tables' owner is bound too. Superusers and roles with BYPASSRLS are bound by nothing, so
-- the product takes on the role that prisma/runtime-role.ts keeps.
--
-- A later migration that changes rows takes FORCE off its tables first and puts it on again.

CREATE FUNCTION app_company() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
  $$ SELECT nullif(current_setting('app.company_id', true), '')::uuid $$;

CREATE FUNCTION app_scope() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS
  $$ SELECT coalesce(current_setting('app.scope', true), '') $$;

-- The books: their company's, and nobody else's. In a subquery, settings are read once per statement.
DO $$
DECLARE
  own CONSTANT text := 'company_id = (SELECT app_company())';
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['company_settings', 'integrations', 'sync_runs', 'deposits',
    'deposit_lines', 'deposit_adjustments', 'ledger_payments', 'matches', 'match_lines',
    'match_payments', 'postings', 'notifications', 'audit_events', 'memberships', 'sessions',
    'oauth_states']
  LOOP
    EXECUTE format('CREATE POLICY own_company ON %I USING (%s) WITH CHECK (%s)', name, own, own);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['recovery_codes', 'linked_identities', 'sign_in_challenges'] LOOP
    -- Memberships are themselves the company's own here.
    EXECUTE format('CREATE POLICY own_people ON %I USING (user_id IN (SELECT user_id FROM memberships))',
      name);
  END LOOP;
  -- Who is calling? Answered before there is a company.
  FOREACH name IN ARRAY ARRAY['companies', 'company_settings', 'memberships', 'users', 'sessions',
    'oauth_states', 'recovery_codes', 'linked_identities', 'sign_in_challenges']
  LOOP
    EXECUTE format('CREATE POLICY accounts ON %I USING ((SELECT app_scope()) = ''accounts'')', name);
  END LOOP;
  -- Which company has something to do? What it is, its own scope reads.
  FOREACH name IN ARRAY ARRAY['companies', 'company_settings', 'integrations', 'sync_runs', 'postings']
  LOOP
    EXECUTE format('CREATE POLICY jobs ON %I FOR SELECT USING ((SELECT app_scope()) = ''jobs'')', name);
  END LOOP;
  -- What has had its time is swept.
  FOREACH name IN ARRAY ARRAY['sessions', 'oauth_states', 'sign_in_challenges'] LOOP
    EXECUTE format('CREATE POLICY jobs ON %I USING ((SELECT app_scope()) = ''jobs'')', name);
  END LOOP;
  -- A new key seals again what an older one sealed.
  FOREACH name IN ARRAY ARRAY['integrations', 'users'] LOOP
    EXECUTE format('CREATE POLICY keys_read ON %I FOR SELECT USING ((SELECT app_scope()) = ''keys'')',
      name);
    EXECUTE format('CREATE POLICY keys_write ON %I FOR UPDATE USING ((SELECT app_scope()) = ''keys'')',
      name);
  END LOOP;
END $$;

CREATE POLICY own_company ON companies USING (id = (SELECT app_company()));
CREATE POLICY own_people ON users USING (id IN (SELECT user_id FROM memberships));
-- Accounts write what happened to them; what happened in the books, they can't read.
CREATE POLICY accounts ON audit_events FOR INSERT WITH CHECK ((SELECT app_scope()) = 'accounts');

-- Every table that names a company or a person, and the two that are them. The rest (mails, throttles,
-- reset codes, known addresses) names nobody: its rows are sealed or hashed.
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT DISTINCT tablename FROM pg_policies WHERE schemaname = current_schema() LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
END $$;
