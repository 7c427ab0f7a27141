-- The invoices of the payments that are stored already, from Intuit's notes on each line: the document's id and number.
-- A payment without lines is applied to nothing; one whose lines have no notes says nothing until it is read again.
UPDATE ledger_payments AS stored SET applied_to = found.invoices
FROM (
  SELECT payment.company_id, payment.id,
    coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', note.id, 'number', nullif(trim(note.number), '')))
      ORDER BY line.place) FILTER (WHERE note.id IS NOT NULL), '[]'::jsonb) AS invoices,
    count(line.place) AS lines, count(note.id) AS notes
  FROM ledger_payments payment
  LEFT JOIN LATERAL jsonb_array_elements(
      CASE WHEN jsonb_typeof(payment.raw -> 'Line') = 'array' THEN payment.raw -> 'Line' ELSE '[]'::jsonb END)
    WITH ORDINALITY AS line (content, place) ON true
  LEFT JOIN LATERAL (
    SELECT max(pair -> 'value' ->> 'Value') FILTER (WHERE pair -> 'value' ->> 'Name' = 'txnId') AS id,
      max(pair -> 'value' ->> 'Value') FILTER (WHERE pair -> 'value' ->> 'Name' = 'txnReferenceNumber') AS number
    FROM jsonb_array_elements(CASE WHEN jsonb_typeof(line.content -> 'LineEx' -> 'any') = 'array'
      THEN line.content -> 'LineEx' -> 'any' ELSE '[]'::jsonb END) AS pair
  ) AS note ON true
  WHERE payment.kind = 'Payment' AND payment.applied_to IS NULL AND payment.raw <> '{}'::jsonb
  GROUP BY payment.company_id, payment.id
) AS found
WHERE stored.company_id = found.company_id AND stored.id = found.id AND found.lines = found.notes;
