-- What Prisma's language cannot say: rules that make wrong states impossible, whoever writes.

ALTER TABLE companies ADD CONSTRAINT companies_currency CHECK (currency ~ '^[A-Z]{3}$');

ALTER TABLE users ADD CONSTRAINT users_keys_are_lower_case
  CHECK (username_key = lower(username) AND email_key = lower(email));
ALTER TABLE users ADD CONSTRAINT users_session_timeout
  CHECK (session_timeout_minutes IN (15, 30, 60, 120));

-- Nothing of a provider's secrets outlives the connection.
ALTER TABLE integrations ADD CONSTRAINT integrations_credentials_while_connected
  CHECK ((status = 'disconnected') = (credentials IS NULL));

ALTER TABLE sync_runs ADD CONSTRAINT sync_runs_progress
  CHECK (done >= 0 AND (total IS NULL OR total >= 0));
ALTER TABLE sync_runs ADD CONSTRAINT sync_runs_running_has_heartbeat
  CHECK (state <> 'running' OR heartbeat_at IS NOT NULL);
ALTER TABLE sync_runs ADD CONSTRAINT sync_runs_over_has_end
  CHECK ((state IN ('queued', 'running')) = (finished_at IS NULL));

ALTER TABLE deposits ADD CONSTRAINT deposits_currency CHECK (currency ~ '^[A-Z]{3}$');
ALTER TABLE deposits ADD CONSTRAINT deposits_posted_has_quickbooks_id
  CHECK ((status = 'posted') = (quickbooks_id IS NOT NULL));

ALTER TABLE deposit_lines ADD CONSTRAINT deposit_lines_net CHECK (net = gross - fee);
ALTER TABLE deposit_lines ADD CONSTRAINT deposit_lines_currency CHECK (currency ~ '^[A-Z]{3}$');

ALTER TABLE ledger_payments ADD CONSTRAINT ledger_payments_currency CHECK (currency ~ '^[A-Z]{3}$');
ALTER TABLE ledger_payments ADD CONSTRAINT ledger_payments_refunds_are_negative
  CHECK (kind <> 'RefundReceipt' OR amount <= 0);
ALTER TABLE ledger_payments ADD CONSTRAINT ledger_payments_deposited_on
  CHECK ((state = 'deposited') = (deposited_on IS NOT NULL));

-- match_lines and match_payments carry `live` through their foreign keys, and are unique while it holds.
ALTER TABLE matches ADD CONSTRAINT matches_live_by_state
  CHECK (live = (state IN ('proposed', 'accepted')));
ALTER TABLE matches ADD CONSTRAINT matches_probability CHECK (probability BETWEEN 0 AND 1);
ALTER TABLE matches ADD CONSTRAINT matches_accepted_has_time
  CHECK (state = 'proposed' OR decided_at IS NOT NULL);

ALTER TABLE postings ADD CONSTRAINT postings_posted_has_deposit
  CHECK (state <> 'posted' OR (quickbooks_deposit_id IS NOT NULL AND posted_at IS NOT NULL));
ALTER TABLE postings ADD CONSTRAINT postings_sending_has_heartbeat
  CHECK (state <> 'sending' OR heartbeat_at IS NOT NULL);

-- The net of all lines is the deposit, to the cent, in its currency. Deferred to the commit, because
-- deposit and lines are written one after the other.
CREATE FUNCTION check_deposit_sum(company uuid, deposit integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  wanted record;
  actual record;
BEGIN
  SELECT amount, currency, itemized INTO wanted
    FROM deposits d WHERE d.company_id = company AND d.id = deposit;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT coalesce(sum(net), 0) AS net, count(*) AS lines,
      count(*) FILTER (WHERE l.currency <> wanted.currency) AS foreign_lines
    INTO actual FROM deposit_lines l WHERE l.company_id = company AND l.deposit_id = deposit;
  IF wanted.itemized AND (actual.net <> wanted.amount OR actual.foreign_lines > 0) THEN
    RAISE EXCEPTION 'deposit %: lines sum to %, deposit is % %', deposit, actual.net, wanted.amount,
      wanted.currency USING ERRCODE = 'check_violation';
  END IF;
  IF NOT wanted.itemized AND actual.lines > 0 THEN
    RAISE EXCEPTION 'deposit % is not itemized, but has lines', deposit
      USING ERRCODE = 'check_violation';
  END IF;
END $$;

CREATE FUNCTION check_deposit_sum_of_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_deposit_sum(NEW.company_id, NEW.id);
  RETURN NULL;
END $$;

CREATE FUNCTION check_deposit_sum_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM check_deposit_sum(OLD.company_id, OLD.deposit_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM check_deposit_sum(NEW.company_id, NEW.deposit_id); END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER deposits_sum AFTER INSERT OR UPDATE OF amount, currency, itemized ON deposits
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_deposit_sum_of_deposit();
CREATE CONSTRAINT TRIGGER deposit_lines_sum AFTER INSERT OR UPDATE OR DELETE ON deposit_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_deposit_sum_of_line();

-- What happened is not rewritten.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are never changed' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER audit_events_are_final BEFORE UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
