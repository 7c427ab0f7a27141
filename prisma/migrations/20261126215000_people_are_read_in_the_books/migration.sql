-- In a company's scope the ways in of its people are read at most, and each policy names the company.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['linked_identities', 'recovery_codes', 'sign_in_challenges', 'email_confirmations']
  LOOP
    EXECUTE format('DROP POLICY own_people ON %I', name);
    EXECUTE format('CREATE POLICY own_people ON %I FOR SELECT USING (user_id IN
      (SELECT user_id FROM memberships WHERE company_id = (SELECT app_company())))', name);
  END LOOP;
END $$;

-- A policy has no columns: of a user's row the books write the week of their last summary, and nothing else.
CREATE FUNCTION refuse_books_on_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'summarized_on' IS DISTINCT FROM to_jsonb(OLD) - 'summarized_on' THEN
    RAISE insufficient_privilege USING MESSAGE = 'users are written in the scope of accounts';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_are_accounts BEFORE UPDATE ON users
  FOR EACH ROW WHEN (app_scope() = 'company') EXECUTE FUNCTION refuse_books_on_users();
