-- A line that moves to another deposit takes its words along.
CREATE OR REPLACE FUNCTION index_changed_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN
    SELECT o.company_id, array_agg(DISTINCT d.id) AS ids FROM before o
      JOIN after n ON n.company_id = o.company_id AND n.id = o.id
      CROSS JOIN LATERAL (VALUES (o.deposit_id), (n.deposit_id)) AS d(id)
      WHERE (o.deposit_id, o.customer_name, o.description, o.reference, o.provider_id)
        IS DISTINCT FROM (n.deposit_id, n.customer_name, n.description, n.reference, n.provider_id)
      GROUP BY o.company_id
  LOOP
    DELETE FROM deposit_words WHERE company_id = changed.company_id AND deposit_id = ANY (changed.ids);
    INSERT INTO deposit_words (company_id, word, deposit_id)
      SELECT changed.company_id, w.word, w.deposit_id FROM words_of_deposits(changed.company_id, changed.ids) w
      ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;
