-- Whose people: the company named in so many words. Memberships' own two policies are joined by OR, which no
-- index answers, so without it every look at a name read the memberships of all companies.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['recovery_codes', 'linked_identities', 'sign_in_challenges'] LOOP
    EXECUTE format('ALTER POLICY own_people ON %I USING (user_id IN (SELECT user_id FROM memberships
      WHERE company_id = (SELECT app_company())))', name);
  END LOOP;
END $$;

ALTER POLICY own_people ON users USING (id IN (SELECT user_id FROM memberships
  WHERE company_id = (SELECT app_company())));
