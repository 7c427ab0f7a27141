-- Search finds the shop's own numbers, which are no longer part of `reference`.
CREATE FUNCTION line_words(customer_name text, description text, reference text, provider_id text, numbers jsonb)
  RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT search_words(concat_ws(' ', customer_name, description, reference, provider_id,
    (SELECT string_agg(n ->> 'value', ' ') FROM jsonb_array_elements(numbers) AS n))) $$;

CREATE OR REPLACE FUNCTION words_of_deposits(company uuid, ids int[]) RETURNS TABLE (deposit_id int, word text)
  LANGUAGE sql STABLE AS $$
  SELECT DISTINCT l.deposit_id, w.word FROM deposit_lines l,
    line_words(l.customer_name, l.description, l.reference, l.provider_id, l.numbers) AS w(word)
  WHERE l.company_id = company AND l.deposit_id = ANY (ids) $$;

CREATE OR REPLACE FUNCTION index_added_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deposit_words (company_id, word, deposit_id)
    SELECT DISTINCT l.company_id, w.word COLLATE "C", l.deposit_id FROM added l,
      line_words(l.customer_name, l.description, l.reference, l.provider_id, l.numbers) AS w(word)
    ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- A line that moves to another deposit takes its words along.
CREATE OR REPLACE FUNCTION index_changed_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN
    SELECT o.company_id, array_agg(DISTINCT d.id) AS ids FROM before o
      JOIN after n ON n.company_id = o.company_id AND n.id = o.id
      CROSS JOIN LATERAL (VALUES (o.deposit_id), (n.deposit_id)) AS d(id)
      WHERE (o.deposit_id, o.customer_name, o.description, o.reference, o.provider_id, o.numbers)
        IS DISTINCT FROM (n.deposit_id, n.customer_name, n.description, n.reference, n.provider_id, n.numbers)
      GROUP BY o.company_id
  LOOP
    DELETE FROM deposit_words WHERE company_id = changed.company_id AND deposit_id = ANY (changed.ids);
    INSERT INTO deposit_words (company_id, word, deposit_id)
      SELECT changed.company_id, w.word, w.deposit_id FROM words_of_deposits(changed.company_id, changed.ids) w
      ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;

-- The owner of the tables sees the rows of all companies for the updates below, and no sum changes by them.
ALTER TABLE deposit_lines NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER deposit_lines_sum;
ALTER TABLE deposits NO FORCE ROW LEVEL SECURITY;
ALTER TABLE integrations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE matches NO FORCE ROW LEVEL SECURITY;
ALTER TABLE deposit_words NO FORCE ROW LEVEL SECURITY;

-- Stripe: the charge behind a movement, and what the customer paid where it was converted. Of a charge that was captured
-- in part, the movement back has the whole charge as its source.
WITH stored AS (
  SELECT l.company_id, l.id, l.currency AS settled, l.gross, l.provider_kind,
    CASE WHEN jsonb_typeof(l.raw -> 'source') = 'string' THEN l.raw ->> 'source' ELSE l.raw #>> '{source,id}' END AS source,
    l.raw #>> '{source,object}' AS object, l.raw #>> '{source,charge}' AS charge,
    upper(l.raw #>> '{source,currency}') AS currency,
    CASE WHEN l.raw #>> '{source,amount}' ~ '^-?[0-9]{1,15}$' THEN (l.raw #>> '{source,amount}')::bigint END AS amount
  FROM deposit_lines l
  JOIN deposits d ON d.company_id = l.company_id AND d.id = l.deposit_id
  JOIN integrations i ON i.company_id = d.company_id AND i.id = d.integration_id AND i.provider = 'stripe'
), known AS (
  SELECT company_id, id, gross, currency, amount,
    coalesce(charge, CASE WHEN source ~ '^(ch|py)_' THEN source END, '') AS charge,
    coalesce(amount IS NOT NULL AND currency ~ '^[A-Z]{3}$' AND currency <> settled
      AND object IN ('charge', 'refund', 'dispute')
      AND NOT (object = 'charge' AND provider_kind = 'partial_capture_reversal'), false) AS is_converted
  FROM stored
)
UPDATE deposit_lines l
SET charge_id = known.charge,
  paid_amount = CASE WHEN is_converted THEN sign(l.gross) * abs(known.amount) END,
  paid_currency = CASE WHEN is_converted THEN known.currency END
FROM known
WHERE l.company_id = known.company_id AND l.id = known.id AND (known.charge <> '' OR is_converted);

-- Authorize.Net: a refund or return names the transaction that it belongs to.
UPDATE deposit_lines l
SET charge_id = coalesce(nullif(nullif(l.raw ->> 'refTransId', ''), '0'), l.provider_id)
FROM deposits d
JOIN integrations i ON i.company_id = d.company_id AND i.id = d.integration_id AND i.provider = 'authorizenet'
WHERE l.company_id = d.company_id AND l.deposit_id = d.id AND NOT l.fee_predicted;

-- What is open only: the invoice's number in its own field, and customers' money that goes back by its new kind. What is
-- posted, matched or decided stays as it was.
WITH open_lines AS (
  SELECT l.company_id, l.id FROM deposit_lines l
  JOIN deposits d ON d.company_id = l.company_id AND d.id = l.deposit_id
  JOIN integrations i ON i.company_id = d.company_id AND i.id = d.integration_id AND i.provider = 'authorizenet'
  WHERE d.status IN ('pending', 'suggested') AND l.raw ->> 'invoiceNumber' NOT IN ('', '0')
    AND NOT EXISTS (SELECT FROM matches m
      WHERE m.company_id = d.company_id AND m.deposit_id = d.id AND m.state = 'accepted')
)
UPDATE deposit_lines l
SET numbers = jsonb_build_array(jsonb_build_object('field', 'invoiceNumber', 'value', l.raw ->> 'invoiceNumber')),
  reference = array_to_string(array_remove(string_to_array(l.reference, ' '), l.raw ->> 'invoiceNumber'), ' ')
FROM open_lines o WHERE l.company_id = o.company_id AND l.id = o.id;

WITH open_lines AS (
  SELECT l.company_id, l.id FROM deposit_lines l
  JOIN deposits d ON d.company_id = l.company_id AND d.id = l.deposit_id
  WHERE d.status IN ('pending', 'suggested') AND l.kind = 'adjustment'
    AND l.account_id IS NULL AND l.fee_account_id IS NULL AND l.wait_until IS NULL AND l.rule_id IS NULL
    AND NOT EXISTS (SELECT FROM matches m
      WHERE m.company_id = d.company_id AND m.deposit_id = d.id AND m.state = 'accepted')
)
UPDATE deposit_lines l
SET kind = CASE WHEN l.provider_kind IN ('unreconciled_customer_funds', 'payment_unreconciled') AND l.gross >= 0
  THEN 'charge'::line_kind ELSE 'refund'::line_kind END
FROM open_lines o
WHERE l.company_id = o.company_id AND l.id = o.id AND l.provider_kind IN ('charge_failure', 'payment_failure_refund',
  'payment_reversal', 'refund_failure', 'partial_capture_reversal', 'unreconciled_customer_funds', 'payment_unreconciled');

ALTER TABLE deposit_lines FORCE ROW LEVEL SECURITY, ENABLE TRIGGER deposit_lines_sum;
ALTER TABLE deposits FORCE ROW LEVEL SECURITY;
ALTER TABLE integrations FORCE ROW LEVEL SECURITY;
ALTER TABLE matches FORCE ROW LEVEL SECURITY;
ALTER TABLE deposit_words FORCE ROW LEVEL SECURITY;
