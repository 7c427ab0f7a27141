-- Deposits are found by what is in them. Behind row level security only leakproof comparisons can use an index, and
-- those of pg_trgm and of text search are not; comparing text in its bytes' order is. So the words that a search
-- looks for have rows of their own, and are found by how they begin.

-- CreateTable
CREATE TABLE "deposit_words" (
    "company_id" UUID NOT NULL,
    "word" TEXT COLLATE "C" NOT NULL,
    "deposit_id" INTEGER NOT NULL,

    CONSTRAINT "deposit_words_pkey" PRIMARY KEY ("company_id","word","deposit_id")
);

-- CreateTable
CREATE TABLE "payment_words" (
    "company_id" UUID NOT NULL,
    "word" TEXT COLLATE "C" NOT NULL,
    "payment_id" INTEGER NOT NULL,

    CONSTRAINT "payment_words_pkey" PRIMARY KEY ("company_id","word","payment_id")
);

-- CreateIndex
CREATE INDEX "deposit_words_company_id_deposit_id_idx" ON "deposit_words"("company_id", "deposit_id");
CREATE INDEX "payment_words_company_id_payment_id_idx" ON "payment_words"("company_id", "payment_id");
CREATE INDEX "deposit_lines_gross" ON "deposit_lines"("company_id", "gross", "deposit_id", "currency");
CREATE INDEX "deposit_lines_fees" ON "deposit_lines"("company_id", "deposit_id", "fee");
CREATE INDEX "deposit_lines_of_refunds" ON "deposit_lines"("company_id", "deposit_id") WHERE (kind = 'refund'::line_kind);
CREATE INDEX "deposit_lines_of_disputes" ON "deposit_lines"("company_id", "deposit_id") WHERE (kind = ANY (ARRAY['dispute'::line_kind, 'dispute_reversal'::line_kind]));
CREATE INDEX "deposits_amount" ON "deposits"("company_id", "amount", "id", "currency");

-- Case, accents and the signs around a word don't matter: "renee" finds "Renée", "10260" finds "#10260".
CREATE FUNCTION search_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(value) = length(value) THEN lower(value)
    ELSE lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g')) END $$;

CREATE FUNCTION trim_word(folded text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(btrim(folded, ' !"#$%&''()*+,-./:;<=>?@[\]^_`{|}~–—‘’“”«»…·'), 100) $$;

CREATE FUNCTION search_word(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT trim_word(search_text(value)) $$;

-- The words of a text. "INV-778" is found by "778" too; a long id only by its beginning.
CREATE FUNCTION search_words(value text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH words AS MATERIALIZED (
    SELECT trim_word(word) AS word
    FROM string_to_table(search_text(translate(value, E'\t\n\r', '   ')), ' ') AS word
  )
  SELECT word FROM words WHERE word <> ''
  UNION
  SELECT trim_word(substr(word, part)) FROM words, generate_series(3, length(word)) AS part
  WHERE length(word) <= 24 AND word ~ '[-_./''@:+&]'
    AND substr(word, part - 1, 1) ~ '[-_./''@:+&]' AND substr(word, part, 1) !~ '[-_./''@:+&]' $$;

-- The words of a deposit, from all of its lines.
CREATE FUNCTION words_of_deposits(company uuid, ids int[]) RETURNS TABLE (deposit_id int, word text)
  LANGUAGE sql STABLE AS $$
  SELECT DISTINCT l.deposit_id, w.word FROM deposit_lines l,
    search_words(concat_ws(' ', l.customer_name, l.description, l.reference, l.provider_id)) AS w(word)
  WHERE l.company_id = company AND l.deposit_id = ANY (ids) $$;

CREATE FUNCTION index_added_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deposit_words (company_id, word, deposit_id)
    SELECT DISTINCT l.company_id, w.word COLLATE "C", l.deposit_id FROM added l,
      search_words(concat_ws(' ', l.customer_name, l.description, l.reference, l.provider_id)) AS w(word)
    ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION index_changed_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN
    SELECT o.company_id, array_agg(DISTINCT o.deposit_id) AS ids FROM before o
      JOIN after n ON n.company_id = o.company_id AND n.id = o.id
      WHERE (o.customer_name, o.description, o.reference, o.provider_id)
        IS DISTINCT FROM (n.customer_name, n.description, n.reference, n.provider_id)
      GROUP BY o.company_id
  LOOP
    DELETE FROM deposit_words WHERE company_id = changed.company_id AND deposit_id = ANY (changed.ids);
    INSERT INTO deposit_words (company_id, word, deposit_id)
      SELECT changed.company_id, w.word, w.deposit_id FROM words_of_deposits(changed.company_id, changed.ids) w
      ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION index_removed_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  -- A deposit that is deleted itself takes its words with it.
  FOR changed IN
    SELECT d.company_id, array_agg(d.id) AS ids FROM deposits d
      WHERE (d.company_id, d.id) IN (SELECT o.company_id, o.deposit_id FROM removed o) GROUP BY d.company_id
  LOOP
    DELETE FROM deposit_words WHERE company_id = changed.company_id AND deposit_id = ANY (changed.ids);
    INSERT INTO deposit_words (company_id, word, deposit_id)
      SELECT changed.company_id, w.word, w.deposit_id FROM words_of_deposits(changed.company_id, changed.ids) w
      ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION index_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.customer_name, OLD.reference_number, OLD.provider_id)
      IS NOT DISTINCT FROM (NEW.customer_name, NEW.reference_number, NEW.provider_id) THEN
      RETURN NULL;
    END IF;
    DELETE FROM payment_words WHERE company_id = OLD.company_id AND payment_id = OLD.id;
  END IF;
  INSERT INTO payment_words (company_id, word, payment_id)
    SELECT NEW.company_id, w.word, NEW.id
    FROM search_words(concat_ws(' ', NEW.customer_name, NEW.reference_number, NEW.provider_id)) AS w(word);
  RETURN NULL;
END $$;

CREATE TRIGGER deposit_lines_added AFTER INSERT ON deposit_lines
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_added_lines();
CREATE TRIGGER deposit_lines_changed AFTER UPDATE ON deposit_lines
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION index_changed_lines();
CREATE TRIGGER deposit_lines_removed AFTER DELETE ON deposit_lines
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION index_removed_lines();
CREATE TRIGGER ledger_payments_words
  AFTER INSERT OR UPDATE OF customer_name, reference_number, provider_id ON ledger_payments
  FOR EACH ROW EXECUTE FUNCTION index_payment();

-- The rows that exist.
ALTER TABLE deposit_lines NO FORCE ROW LEVEL SECURITY;
INSERT INTO deposit_words (company_id, word, deposit_id)
  SELECT DISTINCT l.company_id, w.word COLLATE "C", l.deposit_id FROM deposit_lines l,
    search_words(concat_ws(' ', l.customer_name, l.description, l.reference, l.provider_id)) AS w(word);
ALTER TABLE deposit_lines FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_payments NO FORCE ROW LEVEL SECURITY;
INSERT INTO payment_words (company_id, word, payment_id)
  SELECT DISTINCT p.company_id, w.word COLLATE "C", p.id FROM ledger_payments p,
    search_words(concat_ws(' ', p.customer_name, p.reference_number, p.provider_id)) AS w(word);
ALTER TABLE ledger_payments FORCE ROW LEVEL SECURITY;

-- AddForeignKey
ALTER TABLE "deposit_words" ADD CONSTRAINT "deposit_words_company_id_deposit_id_fkey" FOREIGN KEY ("company_id", "deposit_id") REFERENCES "deposits"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_words" ADD CONSTRAINT "payment_words_company_id_payment_id_fkey" FOREIGN KEY ("company_id", "payment_id") REFERENCES "ledger_payments"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE POLICY own_company ON deposit_words
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
ALTER TABLE deposit_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE deposit_words FORCE ROW LEVEL SECURITY;
CREATE POLICY own_company ON payment_words
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
ALTER TABLE payment_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_words FORCE ROW LEVEL SECURITY;
