-- The whole schema of version 0.1.0. Later migrations only add: see "Upgrading" in docs/operations.md.
--
-- What Prisma's language cannot say is here alone: checks, collations, functions, triggers and row level security. What
-- tables and columns hold is said in prisma/schema.prisma, in the same order where references allow it.

-- ---------------------------------------------------------------- types

CREATE TYPE membership_role AS ENUM ('viewer', 'bookkeeper', 'admin', 'owner');
CREATE TYPE matching_algorithm AS ENUM ('smart', 'exact', 'fuzzy');
CREATE TYPE date_format AS ENUM ('MM-DD-YYYY', 'DD-MM-YYYY', 'YYYY-MM-DD');
CREATE TYPE provider AS ENUM ('stripe', 'quickbooks', 'authorizenet', 'paypal', 'xero');
CREATE TYPE integration_status AS ENUM ('connected', 'expired', 'disconnected');
CREATE TYPE sync_run_state AS ENUM ('queued', 'running', 'succeeded', 'failed', 'cancelled');
CREATE TYPE sync_trigger AS ENUM ('manual', 'connect', 'daily', 'webhook');
CREATE TYPE deposit_status AS ENUM ('pending', 'suggested', 'matched', 'posted');
CREATE TYPE payout_status AS ENUM ('pending', 'in_transit', 'paid', 'failed', 'canceled');
CREATE TYPE line_kind AS ENUM ('charge', 'refund', 'dispute', 'dispute_reversal', 'fee', 'adjustment', 'reserve',
  'other');
CREATE TYPE ledger_payment_kind AS ENUM ('Payment', 'SalesReceipt', 'RefundReceipt', 'JournalEntry', 'Transfer');
CREATE TYPE ledger_payment_state AS ENUM ('open', 'deposited', 'gone', 'planned');
CREATE TYPE line_question_state AS ENUM ('open', 'answered', 'declined', 'revoked', 'superseded');
CREATE TYPE ledger_invoice_state AS ENUM ('open', 'paid', 'gone');
CREATE TYPE match_state AS ENUM ('proposed', 'accepted', 'dismissed', 'undone', 'superseded');
CREATE TYPE match_origin AS ENUM ('auto', 'suggestion', 'manual');
CREATE TYPE match_kind AS ENUM ('one_to_one', 'one_to_many', 'many_to_one', 'many_to_many');
CREATE TYPE posting_state AS ENUM ('queued', 'sending', 'posted', 'blocked', 'failed', 'undoing', 'held', 'undone');
CREATE TYPE existing_deposit_state AS ENUM ('suggested', 'dismissed');
CREATE TYPE notification_kind AS ENUM ('match', 'suggestion', 'issue', 'summary');

-- ---------------------------------------------------------------- accounts

CREATE TABLE users (
  id serial,
  username text NOT NULL,
  username_key text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  email_verified_at timestamptz(3),
  password_hash text,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  avatar bytea,
  time_zone text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  summarized_on date,
  auto_logout_enabled boolean NOT NULL DEFAULT false,
  session_timeout_minutes integer NOT NULL DEFAULT 30,
  totp_secret bytea,
  totp_confirmed_at timestamptz(3),
  totp_last_step integer,
  PRIMARY KEY (id),
  CONSTRAINT users_keys_are_lower_case CHECK (username_key = lower(username) AND email_key = lower(email)),
  -- What the settings offer, in minutes.
  CONSTRAINT users_session_timeout CHECK (session_timeout_minutes IN (15, 30, 60, 120)),
  CONSTRAINT users_two_factor_has_secret CHECK (totp_confirmed_at IS NULL OR totp_secret IS NOT NULL)
);

CREATE TABLE companies (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  currency char(3) NOT NULL DEFAULT 'USD',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  match_requested_at timestamptz(6),
  matched_at timestamptz(6),
  unnotified jsonb,
  summarized_on date,
  PRIMARY KEY (id),
  CONSTRAINT companies_currency CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT companies_summarized_on_a_monday CHECK (extract(isodow FROM summarized_on) = 1)
);

CREATE TABLE memberships (
  company_id uuid NOT NULL,
  user_id integer NOT NULL,
  role membership_role NOT NULL DEFAULT 'owner',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  email_matches boolean NOT NULL DEFAULT true,
  email_suggestions boolean NOT NULL DEFAULT true,
  email_issues boolean NOT NULL DEFAULT true,
  email_weekly_summary boolean NOT NULL DEFAULT false,
  in_app_alerts boolean NOT NULL DEFAULT true,
  sound_alerts boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, user_id),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE invitations (
  company_id uuid NOT NULL,
  id serial,
  email text NOT NULL,
  email_key text NOT NULL,
  role membership_role NOT NULL,
  token_hash bytea NOT NULL,
  replaced bytea[] DEFAULT ARRAY[]::bytea[],
  invited_by integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (company_id, invited_by) REFERENCES memberships (company_id, user_id)
    ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE withdrawn_invitations (
  company_id uuid NOT NULL,
  email_key text NOT NULL,
  links bytea[],
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, email_key),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE api_tokens (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  role membership_role NOT NULL,
  token_hash bytea NOT NULL,
  created_by integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, created_by) REFERENCES memberships (company_id, user_id)
    ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE,
  -- No program owns a company.
  CONSTRAINT api_tokens_no_owner CHECK (role <> 'owner')
);

CREATE TABLE sessions (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  token_hash bytea,
  cookie_hash bytea,
  exchange_hash bytea,
  exchange_expires_at timestamptz(3),
  user_id integer NOT NULL,
  company_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  user_agent text NOT NULL DEFAULT '',
  ip_address text NOT NULL DEFAULT '',
  PRIMARY KEY (id),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES memberships (company_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_exchange_has_end CHECK ((exchange_hash IS NULL) = (exchange_expires_at IS NULL)),
  CONSTRAINT sessions_open_by_something CHECK (token_hash IS NOT NULL OR cookie_hash IS NOT NULL)
);

CREATE TABLE linked_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id integer NOT NULL,
  email text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (issuer, subject),
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE recovery_codes (
  user_id integer NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (user_id, code_hash),
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE email_confirmations (
  user_id integer NOT NULL,
  email text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id),
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE sign_in_challenges (
  token_hash bytea NOT NULL,
  user_id integer NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE reset_codes (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  address_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  verified_at timestamptz(3),
  grant_hash bytea,
  PRIMARY KEY (id),
  CONSTRAINT reset_codes_five_tries CHECK (attempts BETWEEN 0 AND 5),
  CONSTRAINT reset_codes_grant_after_verification CHECK ((grant_hash IS NULL) = (verified_at IS NULL))
);

CREATE TABLE throttles (
  key bytea NOT NULL,
  hits integer NOT NULL,
  free_at timestamptz(6) NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  PRIMARY KEY (key),
  CONSTRAINT throttles_hits CHECK (hits >= 0)
);

CREATE TABLE call_slots (
  key bytea NOT NULL,
  starts bigint[] DEFAULT ARRAY[]::bigint[],
  paused_until bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (key)
);

CREATE TABLE leases (
  key bytea NOT NULL,
  holder uuid NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  PRIMARY KEY (key)
);

CREATE TABLE monthly_reads (
  app text NOT NULL,
  month date NOT NULL,
  reads integer NOT NULL DEFAULT 0,
  refused_at timestamptz(3),
  refused_since timestamptz(3),
  refusals integer NOT NULL DEFAULT 0,
  tried_at timestamptz(3),
  PRIMARY KEY (app, month)
);

CREATE TABLE known_addresses (
  key bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (key)
);

CREATE TABLE mails (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  sealed bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  next_attempt_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE oauth_states (
  state_hash bytea NOT NULL,
  provider provider NOT NULL,
  user_id integer NOT NULL,
  company_id uuid NOT NULL,
  import_from date,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (state_hash),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE sealing_keys (
  id bytea NOT NULL,
  wrapped bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  completed_at timestamptz(3),
  PRIMARY KEY (id)
);

-- ---------------------------------------------------------------- settings

CREATE TABLE company_settings (
  company_id uuid NOT NULL,
  algorithm matching_algorithm NOT NULL DEFAULT 'smart',
  auto_match boolean NOT NULL DEFAULT true,
  auto_post boolean NOT NULL DEFAULT false,
  daily_sync boolean NOT NULL DEFAULT true,
  date_format date_format NOT NULL DEFAULT 'MM-DD-YYYY',
  time_zone text NOT NULL DEFAULT 'America/New_York',
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (company_id),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE
);

-- ---------------------------------------------------------------- integrations

CREATE TABLE integrations (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  provider provider NOT NULL,
  status integration_status NOT NULL DEFAULT 'connected',
  external_account_id text NOT NULL,
  display_name text NOT NULL DEFAULT '',
  livemode boolean NOT NULL DEFAULT false,
  credentials bytea,
  credentials_version integer NOT NULL DEFAULT 0,
  settings jsonb NOT NULL DEFAULT '{}',
  company_facts jsonb,
  import_from date,
  earlier_payouts jsonb,
  posts_from date,
  cursor jsonb NOT NULL DEFAULT '{}',
  last_synced_at timestamptz(3),
  connected_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  disconnected_at timestamptz(3),
  idle_ends_at timestamptz(3),
  ends_at timestamptz(3),
  kept_alive_at timestamptz(3),
  daily_on date,
  daily_attempts integer NOT NULL DEFAULT 0,
  daily_retry_at timestamptz(3),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE,
  -- Nothing of a provider's secrets outlives the connection.
  CONSTRAINT integrations_credentials_while_connected CHECK ((status = 'disconnected') = (credentials IS NULL)),
  CONSTRAINT integrations_daily_attempts CHECK (daily_attempts >= 0)
);

CREATE TABLE sync_runs (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  integration_id uuid NOT NULL,
  trigger sync_trigger NOT NULL,
  state sync_run_state NOT NULL DEFAULT 'queued',
  stage text NOT NULL DEFAULT '',
  done integer NOT NULL DEFAULT 0,
  total integer,
  message text NOT NULL DEFAULT '',
  error_code text,
  attempt integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  started_at timestamptz(3),
  heartbeat_at timestamptz(3),
  finished_at timestamptz(3),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, integration_id) REFERENCES integrations (company_id, id)
    ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sync_runs_over_has_end CHECK ((state IN ('queued', 'running')) = (finished_at IS NULL)),
  CONSTRAINT sync_runs_progress CHECK (done >= 0 AND (total IS NULL OR total >= 0)),
  CONSTRAINT sync_runs_running_has_heartbeat CHECK (state <> 'running' OR heartbeat_at IS NOT NULL)
);

CREATE TABLE webhook_events (
  provider provider NOT NULL,
  event_id text NOT NULL,
  external_account_id text,
  occurred_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (provider, event_id)
);

CREATE TABLE sync_requests (
  company_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  due_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, integration_id),
  FOREIGN KEY (company_id, integration_id) REFERENCES integrations (company_id, id)
    ON UPDATE CASCADE ON DELETE CASCADE
);

-- ---------------------------------------------------------------- deposits (a processor's payouts)

CREATE TABLE deposits (
  company_id uuid NOT NULL,
  id serial,
  integration_id uuid NOT NULL,
  provider_id text NOT NULL,
  status deposit_status NOT NULL DEFAULT 'pending',
  payout_status payout_status NOT NULL,
  txn_date date NOT NULL,
  amount bigint NOT NULL,
  currency char(3) NOT NULL,
  description text NOT NULL DEFAULT '',
  itemized boolean NOT NULL DEFAULT true,
  raw jsonb NOT NULL DEFAULT '{}',
  quickbooks_id text,
  reversed_by text,
  trace_id text,
  bank_currency char(3),
  settled_on date,
  paid_by text,
  returned_amount bigint,
  lines_checked_at timestamptz(3),
  findings jsonb,
  earliest_date date,
  put_aside_note text,
  deleted_at timestamptz(3),
  version integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, integration_id) REFERENCES integrations (company_id, id)
    ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT deposits_currency CHECK (currency ~ '^[A-Z]{3}$'),
  -- A posted deposit has its id in QuickBooks, or a user said that it is booked elsewhere.
  CONSTRAINT deposits_posted_has_quickbooks_id
    CHECK ((status = 'posted') = (quickbooks_id IS NOT NULL OR put_aside_note IS NOT NULL))
);

-- Kept by triggers. In the order of its bytes, a word is found by its beginning: see the functions of the search.
CREATE TABLE deposit_words (
  company_id uuid NOT NULL,
  word text COLLATE "C" NOT NULL,
  deposit_id integer NOT NULL,
  PRIMARY KEY (company_id, word, deposit_id),
  FOREIGN KEY (company_id, deposit_id) REFERENCES deposits (company_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);

-- Kept by count_deposits().
CREATE TABLE deposit_counts (
  company_id uuid NOT NULL,
  txn_date date NOT NULL,
  status deposit_status NOT NULL,
  deposits integer NOT NULL,
  currency char(3) NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (company_id, txn_date, status, currency),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT deposit_counts_not_negative CHECK (deposits >= 0)
);

CREATE TABLE deposit_totals (
  company_id uuid NOT NULL,
  status deposit_status NOT NULL,
  deposits integer NOT NULL,
  currency char(3) NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (company_id, status, currency),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT deposit_totals_not_negative CHECK (deposits >= 0)
);

CREATE TABLE rules (
  company_id uuid NOT NULL,
  id serial,
  "position" integer NOT NULL,
  active boolean NOT NULL DEFAULT false,
  source provider NOT NULL,
  ledger_id uuid,
  conditions jsonb NOT NULL,
  outcome jsonb NOT NULL,
  created_by integer,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  deleted_at timestamptz(3),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (company_id, ledger_id) REFERENCES integrations (company_id, id),
  CONSTRAINT rules_deleted_are_off CHECK (deleted_at IS NULL OR NOT active)
);

CREATE TABLE deposit_lines (
  company_id uuid NOT NULL,
  id serial,
  deposit_id integer NOT NULL,
  provider_id text NOT NULL,
  kind line_kind NOT NULL,
  provider_kind text NOT NULL,
  date date NOT NULL,
  gross bigint NOT NULL,
  fee bigint NOT NULL,
  net bigint NOT NULL,
  currency char(3) NOT NULL,
  fee_predicted boolean NOT NULL DEFAULT false,
  description text NOT NULL DEFAULT '',
  customer_name text NOT NULL DEFAULT '',
  customer_email text NOT NULL DEFAULT '',
  customer jsonb,
  reference text NOT NULL DEFAULT '',
  raw jsonb NOT NULL DEFAULT '{}',
  returned_as text,
  account_id text,
  account_name text,
  wait_until date,
  wait_note text NOT NULL DEFAULT '',
  fee_account_id text,
  fee_account_name text,
  booked_customer_id text,
  booked_customer_name text,
  class_id text,
  class_name text,
  rule_id integer,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, deposit_id) REFERENCES deposits (company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (company_id, rule_id) REFERENCES rules (company_id, id),
  CONSTRAINT deposit_lines_account_named CHECK ((account_id IS NULL) = (account_name IS NULL)),
  CONSTRAINT deposit_lines_booked_customer_named
    CHECK ((booked_customer_id IS NULL) = (booked_customer_name IS NULL)),
  CONSTRAINT deposit_lines_class_named CHECK ((class_id IS NULL) = (class_name IS NULL)),
  CONSTRAINT deposit_lines_currency CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT deposit_lines_fee_account_named CHECK ((fee_account_id IS NULL) = (fee_account_name IS NULL)),
  CONSTRAINT deposit_lines_net CHECK (net = gross - fee)
);

-- ---------------------------------------------------------------- ledger

CREATE TABLE ledger_payments (
  company_id uuid NOT NULL,
  id serial,
  integration_id uuid NOT NULL,
  kind ledger_payment_kind NOT NULL,
  provider_id text NOT NULL,
  state ledger_payment_state NOT NULL DEFAULT 'open',
  txn_date date NOT NULL,
  amount bigint NOT NULL,
  currency char(3) NOT NULL,
  customer_name text NOT NULL DEFAULT '',
  customer_id text NOT NULL DEFAULT '',
  customer_email text NOT NULL DEFAULT '',
  customer jsonb,
  reference_number text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  payment_method text NOT NULL DEFAULT '',
  deposited_on text,
  booked_to text,
  raw jsonb NOT NULL DEFAULT '{}',
  seen_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, integration_id) REFERENCES integrations (company_id, id)
    ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT ledger_payments_currency CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT ledger_payments_deposited_on CHECK ((state = 'deposited') = (deposited_on IS NOT NULL)),
  CONSTRAINT ledger_payments_refunds_are_negative CHECK (kind <> 'RefundReceipt' OR amount <= 0)
);

CREATE TABLE payment_words (
  company_id uuid NOT NULL,
  word text COLLATE "C" NOT NULL,
  payment_id integer NOT NULL,
  PRIMARY KEY (company_id, word, payment_id),
  FOREIGN KEY (company_id, payment_id) REFERENCES ledger_payments (company_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE planned_payments (
  company_id uuid NOT NULL,
  payment_id integer NOT NULL,
  deposit_id integer NOT NULL,
  request_id uuid NOT NULL DEFAULT gen_random_uuid(),
  refusals integer NOT NULL DEFAULT 0,
  sent_at timestamptz(3),
  created_in_ledger_at timestamptz(3),
  as_created jsonb,
  removed_at timestamptz(3),
  new_customer boolean NOT NULL DEFAULT false,
  created_customer_id text,
  item_id text,
  item_name text,
  item_account_name text,
  tax_code_id text,
  tax_code_name text,
  class_id text,
  class_name text,
  invoices jsonb NOT NULL DEFAULT '[]',
  credit bigint NOT NULL DEFAULT 0,
  planned_by integer,
  planned_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  rule_id integer,
  PRIMARY KEY (company_id, payment_id),
  FOREIGN KEY (company_id, deposit_id) REFERENCES deposits (company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (company_id, payment_id) REFERENCES ledger_payments (company_id, id)
    ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (company_id, rule_id) REFERENCES rules (company_id, id),
  CONSTRAINT planned_payments_class_named CHECK ((class_id IS NULL) = (class_name IS NULL)),
  CONSTRAINT planned_payments_credit CHECK (credit >= 0),
  CONSTRAINT planned_payments_item_named CHECK ((item_id IS NULL) = (item_name IS NULL)),
  CONSTRAINT planned_payments_refusals CHECK (refusals >= 0),
  CONSTRAINT planned_payments_tax_code_named CHECK ((tax_code_id IS NULL) = (tax_code_name IS NULL))
);

CREATE TABLE line_questions (
  company_id uuid NOT NULL,
  id serial,
  deposit_id integer NOT NULL,
  line_id integer NOT NULL,
  state line_question_state NOT NULL DEFAULT 'open',
  token_hash bytea,
  email text NOT NULL,
  question text NOT NULL,
  suggestions text[] DEFAULT ARRAY[]::text[],
  answer text NOT NULL DEFAULT '',
  asked_by integer,
  asked_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, deposit_id) REFERENCES deposits (company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (company_id, line_id) REFERENCES deposit_lines (company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT line_questions_answer CHECK ((state = 'answered') = (answer <> '')),
  CONSTRAINT line_questions_closed CHECK ((state = 'open') = (closed_at IS NULL)),
  CONSTRAINT line_questions_link CHECK ((state = 'open') = (token_hash IS NOT NULL))
);

CREATE TABLE ledger_invoices (
  company_id uuid NOT NULL,
  id serial,
  integration_id uuid NOT NULL,
  provider_id text NOT NULL,
  state ledger_invoice_state NOT NULL DEFAULT 'open',
  number text NOT NULL DEFAULT '',
  txn_date date NOT NULL,
  due_date date,
  total bigint NOT NULL,
  balance bigint NOT NULL,
  currency char(3) NOT NULL,
  customer_name text NOT NULL DEFAULT '',
  customer_id text NOT NULL DEFAULT '',
  customer_email text NOT NULL DEFAULT '',
  customer jsonb,
  note text NOT NULL DEFAULT '',
  seen_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, integration_id) REFERENCES integrations (company_id, id)
    ON UPDATE CASCADE ON DELETE CASCADE
);

-- ---------------------------------------------------------------- matches

CREATE TABLE matches (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  deposit_id integer NOT NULL,
  state match_state NOT NULL,
  live boolean NOT NULL,
  origin match_origin NOT NULL,
  kind match_kind NOT NULL,
  algorithm matching_algorithm,
  probability double precision NOT NULL,
  difference bigint NOT NULL DEFAULT 0,
  currency char(3) NOT NULL,
  evidence jsonb NOT NULL DEFAULT '[]',
  alternatives jsonb NOT NULL DEFAULT '{}',
  decided_by integer,
  decided_at timestamptz(3),
  undone_with_deposit boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, deposit_id) REFERENCES deposits (company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT matches_accepted_has_time CHECK (state = 'proposed' OR decided_at IS NOT NULL),
  -- match_lines and match_payments carry `live` through their foreign keys and are unique while it holds.
  CONSTRAINT matches_live_by_state CHECK (live = (state IN ('proposed', 'accepted'))),
  CONSTRAINT matches_probability CHECK (probability BETWEEN 0 AND 1)
);

-- match_lines and match_payments refer to it.
CREATE UNIQUE INDEX matches_company_id_id_live_key ON matches (company_id, id, live);

CREATE TABLE deposit_adjustments (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  deposit_id integer NOT NULL,
  match_id uuid NOT NULL,
  amount bigint NOT NULL,
  currency char(3) NOT NULL,
  account_id text NOT NULL,
  account_name text NOT NULL,
  customer_id text,
  customer_name text,
  class_id text,
  class_name text,
  description text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, deposit_id) REFERENCES deposits (company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (company_id, match_id) REFERENCES matches (company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT deposit_adjustments_class_named CHECK ((class_id IS NULL) = (class_name IS NULL)),
  CONSTRAINT deposit_adjustments_customer_named CHECK ((customer_id IS NULL) = (customer_name IS NULL))
);

CREATE TABLE match_lines (
  company_id uuid NOT NULL,
  match_id uuid NOT NULL,
  line_id integer NOT NULL,
  live boolean NOT NULL,
  PRIMARY KEY (company_id, match_id, line_id),
  FOREIGN KEY (company_id, line_id) REFERENCES deposit_lines (company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (company_id, match_id, live) REFERENCES matches (company_id, id, live)
    ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE match_payments (
  company_id uuid NOT NULL,
  match_id uuid NOT NULL,
  payment_id integer NOT NULL,
  live boolean NOT NULL,
  PRIMARY KEY (company_id, match_id, payment_id),
  FOREIGN KEY (company_id, match_id, live) REFERENCES matches (company_id, id, live)
    ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (company_id, payment_id) REFERENCES ledger_payments (company_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE match_runs (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id integer,
  role membership_role,
  api_token text,
  state sync_run_state NOT NULL DEFAULT 'queued',
  deposit_ids integer[],
  done integer NOT NULL DEFAULT 0,
  matched integer NOT NULL DEFAULT 0,
  suggested integer NOT NULL DEFAULT 0,
  pending integer NOT NULL DEFAULT 0,
  message text NOT NULL DEFAULT '',
  attempt integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  heartbeat_at timestamptz(3),
  finished_at timestamptz(3),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT match_runs_done CHECK (done BETWEEN 0 AND cardinality(deposit_ids))
);

CREATE TABLE automatic_runs (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  undone integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  undone_at timestamptz(3),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT automatic_runs_undone CHECK (undone >= 0)
);

-- ---------------------------------------------------------------- posting

CREATE TABLE posting_runs (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE postings (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  deposit_id integer NOT NULL,
  run_id uuid,
  posting_run_id uuid,
  state posting_state NOT NULL DEFAULT 'queued',
  undoing_from posting_state,
  integration_id uuid,
  quickbooks_deposit_id text,
  adopted boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  refusals integer NOT NULL DEFAULT 0,
  deaths integer NOT NULL DEFAULT 0,
  unanswered boolean NOT NULL DEFAULT false,
  next_attempt_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  heartbeat_at timestamptz(3),
  error_code text,
  message text NOT NULL DEFAULT '',
  details text NOT NULL DEFAULT '',
  journal jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  posted_at timestamptz(3),
  undone_at timestamptz(3),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, deposit_id) REFERENCES deposits (company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (company_id, integration_id) REFERENCES integrations (company_id, id),
  FOREIGN KEY (company_id, posting_run_id) REFERENCES posting_runs (company_id, id),
  FOREIGN KEY (company_id, run_id) REFERENCES automatic_runs (company_id, id),
  CONSTRAINT postings_deaths CHECK (deaths >= 0),
  CONSTRAINT postings_posted_has_deposit
    CHECK (state <> 'posted' OR ((quickbooks_deposit_id IS NOT NULL OR adopted) AND posted_at IS NOT NULL)),
  CONSTRAINT postings_sending_has_heartbeat CHECK (state <> 'sending' OR heartbeat_at IS NOT NULL)
);

CREATE TABLE existing_deposits (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  deposit_id integer NOT NULL,
  integration_id uuid NOT NULL,
  quickbooks_deposit_id text NOT NULL,
  state existing_deposit_state NOT NULL DEFAULT 'suggested',
  txn_date date NOT NULL,
  amount bigint NOT NULL,
  currency char(3) NOT NULL,
  bank_name text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  evidence text[] NOT NULL DEFAULT ARRAY[]::text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  decided_at timestamptz(3),
  decided_by integer,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, deposit_id) REFERENCES deposits (company_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (company_id, integration_id) REFERENCES integrations (company_id, id)
    ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT existing_deposits_decided CHECK ((state = 'suggested') = (decided_at IS NULL))
);

-- ---------------------------------------------------------------- what failed

CREATE TABLE job_failures (
  company_id uuid NOT NULL,
  job text NOT NULL,
  entity_id text NOT NULL,
  error_code text NOT NULL,
  failed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  dead_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, job, entity_id),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE failure_dismissals (
  company_id uuid NOT NULL,
  key text NOT NULL,
  dismissed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (company_id, key),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE
);

-- ---------------------------------------------------------------- notifications, audit

CREATE TABLE notifications (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id integer NOT NULL,
  kind notification_kind NOT NULL,
  title text NOT NULL,
  body text NOT NULL DEFAULT '',
  link text NOT NULL DEFAULT '',
  group_key text,
  count integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  read_at timestamptz(3),
  mailed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, user_id) REFERENCES memberships (company_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT notifications_counted CHECK (count > 0)
);

CREATE TABLE notification_events (
  company_id uuid NOT NULL,
  key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (company_id, key),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE notification_mails (
  company_id uuid NOT NULL,
  user_id integer NOT NULL,
  due_at timestamptz(3),
  sent_at timestamptz(3),
  PRIMARY KEY (company_id, user_id),
  FOREIGN KEY (company_id, user_id) REFERENCES memberships (company_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE audit_events (
  company_id uuid NOT NULL,
  id bigserial,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  user_id integer,
  role membership_role,
  api_token text,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  request_id text,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES companies (id) ON UPDATE CASCADE ON DELETE CASCADE
);

-- ---------------------------------------------------------------- indexes

CREATE UNIQUE INDEX users_email_key_key ON users (email_key);
CREATE UNIQUE INDEX users_username_key_key ON users (username_key);
-- Few want the summary, and the sweep asks every few seconds who does.
CREATE INDEX memberships_summarized ON memberships (user_id, company_id) WHERE email_weekly_summary;
CREATE INDEX memberships_user_id_idx ON memberships (user_id);
CREATE UNIQUE INDEX invitations_company_id_email_key_key ON invitations (company_id, email_key);
CREATE INDEX invitations_company_id_invited_by_idx ON invitations (company_id, invited_by);
CREATE UNIQUE INDEX invitations_company_id_token_hash_key ON invitations (company_id, token_hash);
CREATE INDEX invitations_expires_at_idx ON invitations (expires_at);
CREATE INDEX invitations_replaced_idx ON invitations USING gin (replaced);
CREATE INDEX invitations_token_hash_idx ON invitations (token_hash);
CREATE INDEX withdrawn_invitations_expires_at_idx ON withdrawn_invitations (expires_at);
CREATE INDEX api_tokens_company_id_created_by_idx ON api_tokens (company_id, created_by);
CREATE UNIQUE INDEX api_tokens_company_id_token_hash_key ON api_tokens (company_id, token_hash);
CREATE UNIQUE INDEX api_tokens_one_live_per_name ON api_tokens (company_id, name) WHERE revoked_at IS NULL;
CREATE INDEX api_tokens_token_hash_idx ON api_tokens (token_hash);
CREATE INDEX sessions_company_id_idx ON sessions (company_id);
CREATE UNIQUE INDEX sessions_cookie_hash_key ON sessions (cookie_hash);
CREATE UNIQUE INDEX sessions_exchange_hash_key ON sessions (exchange_hash);
CREATE UNIQUE INDEX sessions_token_hash_key ON sessions (token_hash);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX linked_identities_user_id_idx ON linked_identities (user_id);
CREATE INDEX email_confirmations_expires_at_idx ON email_confirmations (expires_at);
CREATE UNIQUE INDEX email_confirmations_token_hash_key ON email_confirmations (token_hash);
CREATE INDEX sign_in_challenges_expires_at_idx ON sign_in_challenges (expires_at);
CREATE INDEX sign_in_challenges_user_id_idx ON sign_in_challenges (user_id);
CREATE INDEX reset_codes_address_hash_created_at_idx ON reset_codes (address_hash, created_at);
CREATE INDEX reset_codes_expires_at_idx ON reset_codes (expires_at);
CREATE UNIQUE INDEX reset_codes_grant_hash_key ON reset_codes (grant_hash);
CREATE INDEX throttles_expires_at_idx ON throttles (expires_at);
CREATE INDEX leases_expires_at_idx ON leases (expires_at);
CREATE INDEX known_addresses_expires_at_idx ON known_addresses (expires_at);
CREATE INDEX mails_next_attempt_at_idx ON mails (next_attempt_at);
CREATE INDEX oauth_states_company_id_idx ON oauth_states (company_id);
CREATE INDEX oauth_states_user_id_idx ON oauth_states (user_id);
-- One rotation at a time.
CREATE UNIQUE INDEX sealing_keys_one_unfinished ON sealing_keys ((true)) WHERE completed_at IS NULL;

CREATE UNIQUE INDEX integrations_company_id_provider_external_account_id_key
  ON integrations (company_id, provider, external_account_id);
-- A company may have several accounts at Stripe, one for each brand or country; of all others it has one.
CREATE UNIQUE INDEX integrations_one_live_per_provider ON integrations (company_id, provider)
  WHERE status <> 'disconnected' AND provider <> 'stripe';
CREATE INDEX sync_runs_company_id_created_at_idx ON sync_runs (company_id, created_at);
CREATE INDEX sync_runs_company_id_integration_id_created_at_idx ON sync_runs (company_id, integration_id, created_at);
CREATE UNIQUE INDEX sync_runs_one_active_per_integration ON sync_runs (company_id, integration_id)
  WHERE state IN ('queued', 'running');
CREATE INDEX sync_runs_state_heartbeat_at_idx ON sync_runs (state, heartbeat_at);
CREATE INDEX webhook_events_received_at_idx ON webhook_events (received_at);
CREATE INDEX sync_requests_due_at_idx ON sync_requests (due_at);

CREATE INDEX deposits_amount ON deposits (company_id, amount, id, currency);
CREATE UNIQUE INDEX deposits_company_id_integration_id_provider_id_key
  ON deposits (company_id, integration_id, provider_id);
CREATE INDEX deposits_company_id_status_idx ON deposits (company_id, status);
CREATE INDEX deposits_company_id_txn_date_id_idx ON deposits (company_id, txn_date, id);
-- Comparing an enum is not leakproof, so behind row level security no index on the status serves. A partial one
-- needs no comparison. The same holds for the other indexes with a state in their condition.
CREATE INDEX deposits_matched ON deposits (company_id, txn_date, id) WHERE status = 'matched' AND deleted_at IS NULL;
CREATE INDEX deposits_pending ON deposits (company_id, txn_date, id) WHERE status = 'pending' AND deleted_at IS NULL;
CREATE INDEX deposits_suggested ON deposits (company_id, txn_date, id)
  WHERE status = 'suggested' AND deleted_at IS NULL;
CREATE INDEX deposit_words_company_id_deposit_id_idx ON deposit_words (company_id, deposit_id);
CREATE INDEX deposit_lines_by_rule ON deposit_lines (company_id, rule_id) WHERE rule_id IS NOT NULL;
CREATE UNIQUE INDEX deposit_lines_company_id_deposit_id_provider_id_key
  ON deposit_lines (company_id, deposit_id, provider_id);
CREATE INDEX deposit_lines_fees ON deposit_lines (company_id, deposit_id, fee);
CREATE INDEX deposit_lines_gross ON deposit_lines (company_id, gross, deposit_id, currency);
CREATE INDEX deposit_lines_of_disputes ON deposit_lines (company_id, deposit_id)
  WHERE kind IN ('dispute', 'dispute_reversal');
CREATE INDEX deposit_lines_of_refunds ON deposit_lines (company_id, deposit_id) WHERE kind = 'refund';
-- Refunds are few among lines, and looked for by their amount.
CREATE INDEX deposit_lines_refunds ON deposit_lines (company_id, currency, gross) WHERE kind = 'refund';

-- These payments are opened and closed together: when the account whose payments are matched is chosen, and after
-- each sync.
CREATE INDEX ledger_payments_booked_to ON ledger_payments (company_id, integration_id) WHERE booked_to IS NOT NULL;
CREATE UNIQUE INDEX ledger_payments_company_id_integration_id_kind_provider_id_key
  ON ledger_payments (company_id, integration_id, kind, provider_id);
CREATE INDEX ledger_payments_company_id_state_txn_date_idx ON ledger_payments (company_id, state, txn_date);
-- A changed customer is written to all their payments, and payments of one customer are compared by their amount.
CREATE INDEX ledger_payments_of_customer ON ledger_payments (company_id, integration_id, customer_id, amount);
-- One open payment in a currency is enough for a deposit's page. For that the planner prefers reading everybody's
-- payments to any index that has closed ones too.
CREATE INDEX ledger_payments_open ON ledger_payments (company_id, currency) WHERE state = 'open';
CREATE INDEX payment_words_company_id_payment_id_idx ON payment_words (company_id, payment_id);
CREATE INDEX planned_payments_company_id_deposit_id_idx ON planned_payments (company_id, deposit_id);
CREATE INDEX line_questions_company_id_deposit_id_idx ON line_questions (company_id, deposit_id);
CREATE INDEX line_questions_company_id_email_idx ON line_questions (company_id, email);
CREATE INDEX line_questions_company_id_line_id_idx ON line_questions (company_id, line_id);
CREATE UNIQUE INDEX line_questions_one_open_per_line ON line_questions (company_id, line_id) WHERE state = 'open';
CREATE INDEX line_questions_token_hash_idx ON line_questions (token_hash);
CREATE UNIQUE INDEX ledger_invoices_company_id_integration_id_provider_id_key
  ON ledger_invoices (company_id, integration_id, provider_id);
CREATE INDEX ledger_invoices_open ON ledger_invoices (company_id, currency) WHERE state = 'open';

CREATE INDEX matches_company_id_deposit_id_idx ON matches (company_id, deposit_id);
CREATE INDEX matches_company_id_state_idx ON matches (company_id, state);
CREATE INDEX deposit_adjustments_company_id_deposit_id_idx ON deposit_adjustments (company_id, deposit_id);
CREATE INDEX match_lines_company_id_line_id_idx ON match_lines (company_id, line_id);
CREATE UNIQUE INDEX match_lines_one_live_match ON match_lines (company_id, line_id) WHERE live;
CREATE INDEX match_payments_company_id_payment_id_idx ON match_payments (company_id, payment_id);
CREATE UNIQUE INDEX match_payments_one_live_match ON match_payments (company_id, payment_id) WHERE live;
CREATE INDEX match_runs_company_id_created_at_idx ON match_runs (company_id, created_at);
CREATE UNIQUE INDEX match_runs_one_active_per_company ON match_runs (company_id) WHERE state IN ('queued', 'running');
CREATE INDEX match_runs_state_heartbeat_at_idx ON match_runs (state, heartbeat_at);
CREATE INDEX automatic_runs_company_id_created_at_idx ON automatic_runs (company_id, created_at);

CREATE INDEX posting_runs_company_id_created_at_idx ON posting_runs (company_id, created_at);
CREATE INDEX postings_company_id_created_at_idx ON postings (company_id, created_at);
CREATE INDEX postings_failed ON postings (company_id) WHERE state = 'failed';
CREATE INDEX postings_held ON postings (company_id, deposit_id) WHERE state = 'held';
CREATE INDEX postings_not_posted ON postings (company_id, deposit_id) WHERE state IN ('failed', 'blocked');
CREATE INDEX postings_of_posting_run ON postings (company_id, posting_run_id, deposit_id)
  WHERE posting_run_id IS NOT NULL;
CREATE INDEX postings_of_run ON postings (company_id, run_id, deposit_id) WHERE run_id IS NOT NULL;
CREATE UNIQUE INDEX postings_one_live_per_deposit ON postings (company_id, deposit_id) WHERE state <> 'undone';
CREATE INDEX postings_state_next_attempt_at_idx ON postings (state, next_attempt_at);
CREATE UNIQUE INDEX existing_deposits_pair
  ON existing_deposits (company_id, deposit_id, integration_id, quickbooks_deposit_id);
CREATE INDEX existing_deposits_suggested ON existing_deposits (company_id, deposit_id) WHERE state = 'suggested';

CREATE INDEX notifications_company_id_user_id_created_at_id_idx
  ON notifications (company_id, user_id, created_at, id);
CREATE UNIQUE INDEX notifications_one_unread_per_group ON notifications (company_id, user_id, group_key)
  WHERE read_at IS NULL;
CREATE INDEX notifications_unread ON notifications (company_id, user_id) WHERE read_at IS NULL;
CREATE INDEX notification_events_company_id_created_at_idx ON notification_events (company_id, created_at);
CREATE INDEX notification_mails_due_at_idx ON notification_mails (due_at);
CREATE INDEX audit_events_company_id_entity_at_idx ON audit_events (company_id, entity, at);
CREATE INDEX audit_events_company_id_entity_entity_id_idx ON audit_events (company_id, entity, entity_id);
CREATE INDEX audit_events_decisions ON audit_events (company_id, user_id, at)
  WHERE action IN ('deposit.confirmed', 'deposit.matched_by_hand');

-- ---------------------------------------------------------------- functions: the sum and the counts of deposits

-- The net of all lines is the deposit, to the cent, in its currency.
CREATE FUNCTION check_deposit_sum(company uuid, deposit integer) RETURNS void LANGUAGE plpgsql AS $$
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

-- Counting a hundred thousand rows for every look at the dashboard takes longer than everything else together.
-- One transaction of a company counts at a time. It does so at its commit, where it waits for nothing else, so no two
-- wait for each other.
CREATE FUNCTION count_deposits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(
    hashtextextended('deposit_counts ' || coalesce(NEW.company_id, OLD.company_id), 0));
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    INSERT INTO deposit_counts AS c (company_id, txn_date, status, currency, deposits, amount)
      VALUES (NEW.company_id, NEW.txn_date, NEW.status, NEW.currency, 1, NEW.amount)
      ON CONFLICT (company_id, txn_date, status, currency)
      DO UPDATE SET deposits = c.deposits + 1, amount = c.amount + NEW.amount;
    INSERT INTO deposit_totals AS t (company_id, status, currency, deposits, amount)
      VALUES (NEW.company_id, NEW.status, NEW.currency, 1, NEW.amount)
      ON CONFLICT (company_id, status, currency)
      DO UPDATE SET deposits = t.deposits + 1, amount = t.amount + NEW.amount;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    UPDATE deposit_counts c SET deposits = c.deposits - 1, amount = c.amount - OLD.amount
      WHERE c.company_id = OLD.company_id AND c.txn_date = OLD.txn_date
        AND c.status = OLD.status AND c.currency = OLD.currency;
    UPDATE deposit_totals t SET deposits = t.deposits - 1, amount = t.amount - OLD.amount
      WHERE t.company_id = OLD.company_id AND t.status = OLD.status AND t.currency = OLD.currency;
  END IF;
  RETURN NULL;
END $$;

-- ---------------------------------------------------------------- functions: search

-- Behind row level security only leakproof comparisons use an index. Those of pg_trgm and of text search are not
-- leakproof; comparing text by its bytes is. So the words that a search looks for have rows of their own.

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

-- The words of deposits, from all of their lines.
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

-- ---------------------------------------------------------------- functions: the overview of several companies

-- The `undecided` lines of `company_needs`, for a company with many open payouts. Looking up line after line takes
-- 1.9 s for 100,000 deposits. This function reads the tables from end to end, by a plan for the company at hand, in a
-- quarter of the time.
CREATE FUNCTION count_undecided_of_many(of_company uuid, max_lines int, today date) RETURNS int
LANGUAGE plpgsql STABLE SET enable_nestloop = off SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN (SELECT count(*)::int FROM (
    SELECT FROM deposits d
    JOIN integrations i ON i.company_id = d.company_id AND i.id = d.integration_id
    JOIN deposit_lines l ON l.company_id = d.company_id AND l.deposit_id = d.id
    WHERE d.company_id = of_company AND d.status = 'pending' AND d.deleted_at IS NULL
      AND d.payout_status = 'paid'
      AND l.kind IN ('charge', 'refund', 'dispute', 'dispute_reversal')
      AND l.account_id IS NULL
      AND (l.wait_until IS NULL OR l.wait_until <= today)
      AND (l.kind = 'charge' OR jsonb_typeof(i.settings ->
        CASE l.kind WHEN 'refund' THEN 'account:refund' ELSE 'account:dispute' END) IS DISTINCT FROM 'object')
      AND NOT EXISTS (SELECT FROM match_lines x
        WHERE x.company_id = l.company_id AND x.line_id = l.id AND x.live)
    LIMIT max_lines) undecided);
END $$;

-- What of a company needs somebody. One statement reads many companies, each in its own scope, so row level security
-- holds for every one. It leaves the transaction in the last company's scope: call it in the last statement.

-- `undecided` counts charges, refunds and disputes of pending deposits that are in no match, have no account and
-- don't wait, up to `max_lines`.
CREATE FUNCTION company_needs(of_company uuid, warn_days int, max_lines int, default_zone text) RETURNS TABLE (
  suggested int, pending int, undecided int, not_posted int, connected int, ending int,
  last_synced_at timestamptz, oldest_open date, open_sums json
) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.scope', 'company', true),
    set_config('app.company_id', of_company::text, true);
  RETURN QUERY
  WITH totals AS (
    SELECT t.status, t.deposits, t.currency, t.amount FROM deposit_totals t
    WHERE t.company_id = of_company AND t.status IN ('pending', 'suggested')
  ), connections AS (
    SELECT i.status, i.ends_at, i.last_synced_at AS synced_at FROM integrations i
    WHERE i.company_id = of_company AND i.status <> 'disconnected'
  ), local AS (
    SELECT (now() AT TIME ZONE coalesce((SELECT s.time_zone FROM company_settings s
      WHERE s.company_id = of_company), default_zone))::date AS today
  ), size AS (
    SELECT w.pending >= 20000 AND w.pending * 4 >= w.deposits AS is_large
    FROM (SELECT sum(t.deposits) AS deposits, sum(t.deposits) FILTER (WHERE t.status = 'pending') AS pending
      FROM deposit_totals t WHERE t.company_id = of_company) w
  ), undecided_lines AS (
    -- Compared with a literal, so that the partial index of pending deposits serves.
    SELECT FROM deposits d
    JOIN integrations i ON i.company_id = d.company_id AND i.id = d.integration_id
    JOIN deposit_lines l ON l.company_id = d.company_id AND l.deposit_id = d.id
    WHERE d.company_id = of_company AND d.status = 'pending' AND d.deleted_at IS NULL
      AND d.payout_status = 'paid'
      AND l.kind IN ('charge', 'refund', 'dispute', 'dispute_reversal')
      AND l.account_id IS NULL
      AND (l.wait_until IS NULL OR l.wait_until <= (SELECT today FROM local))
      -- A kind with an account of its own is booked there.
      AND (l.kind = 'charge' OR jsonb_typeof(i.settings ->
        CASE l.kind WHEN 'refund' THEN 'account:refund' ELSE 'account:dispute' END) IS DISTINCT FROM 'object')
      AND NOT EXISTS (SELECT FROM match_lines x
        WHERE x.company_id = l.company_id AND x.line_id = l.id AND x.live)
    LIMIT max_lines
  )
  SELECT
    (SELECT coalesce(sum(t.deposits), 0)::int FROM totals t WHERE t.status = 'suggested'),
    (SELECT coalesce(sum(t.deposits), 0)::int FROM totals t WHERE t.status = 'pending'),
    CASE WHEN (SELECT is_large FROM size)
      THEN count_undecided_of_many(of_company, max_lines, (SELECT today FROM local))
      ELSE (SELECT count(*)::int FROM undecided_lines) END,
    (SELECT count(*)::int FROM postings p
      JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id AND d.deleted_at IS NULL
      WHERE p.company_id = of_company AND p.state IN ('failed', 'blocked')),
    (SELECT count(*)::int FROM connections c WHERE c.status = 'connected'),
    (SELECT count(*)::int FROM connections c WHERE c.status = 'expired'
      OR c.ends_at < now() + make_interval(days => warn_days)),
    (SELECT max(c.synced_at) FROM connections c),
    (SELECT min(n.txn_date) FROM deposit_counts n WHERE n.company_id = of_company
      AND n.status IN ('pending', 'suggested') AND n.deposits > 0),
    (SELECT coalesce(json_agg(json_build_object('currency', s.currency, 'amount', s.amount::text)
        ORDER BY s.currency), '[]')
      FROM (SELECT t.currency, sum(t.amount) AS amount FROM totals t GROUP BY t.currency) s
      WHERE s.amount <> 0);
END $$;

-- What of a company was posted in a week, by the payouts' dates. It leaves the transaction in the company's scope, as
-- `company_needs` does.
CREATE FUNCTION company_week(of_company uuid, first_day date, last_day date) RETURNS TABLE (
  posted int, posted_sums json
) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.scope', 'company', true),
    set_config('app.company_id', of_company::text, true);
  RETURN QUERY
  WITH week AS (
    SELECT c.currency, sum(c.deposits)::int AS deposits, sum(c.amount) AS amount FROM deposit_counts c
    WHERE c.company_id = of_company AND c.status = 'posted' AND c.deposits > 0
      AND c.txn_date BETWEEN first_day AND last_day
    GROUP BY c.currency
  )
  SELECT (SELECT coalesce(sum(w.deposits), 0)::int FROM week w),
    (SELECT coalesce(json_agg(json_build_object('currency', w.currency, 'amount', w.amount::text)
      ORDER BY w.currency), '[]') FROM week w);
END $$;

-- ---------------------------------------------------------------- functions: calls, events, walls

-- Takes the next free start of a call to a provider, unless it is further away than the caller's patience. Times are
-- milliseconds of the database's clock, which all processes share. The row is locked for this one statement.
CREATE FUNCTION take_call_slot(wanted bytea, spacing_ms bigint, per_minute int, minute_ms bigint,
  patience_ms bigint, OUT taken boolean, OUT wait_ms bigint)
LANGUAGE plpgsql AS $$
DECLARE
  slot call_slots;
  at bigint;
  free bigint;
  n int;
BEGIN
  INSERT INTO call_slots (key) VALUES (wanted) ON CONFLICT DO NOTHING;
  SELECT * INTO STRICT slot FROM call_slots WHERE key = wanted FOR UPDATE;
  at := extract(epoch FROM clock_timestamp()) * 1000;
  n := cardinality(slot.starts);
  -- Beyond the list's ends there is null, which greatest() passes over.
  free := greatest(at, slot.paused_until, slot.starts[n] + spacing_ms,
    slot.starts[n - per_minute + 1] + minute_ms);
  wait_ms := free - at;
  taken := wait_ms <= patience_ms;
  IF taken THEN
    UPDATE call_slots SET starts = slot.starts[greatest(1, n - per_minute + 2):n] || free
      WHERE key = wanted;
  END IF;
END $$;

-- Tells at the commit that something of a kind changed in a company: "sync-runs 3f0e…". No row leaves its company this
-- way: a listener reads it through the company's own scope.
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('deposit_matcher_events',
    TG_ARGV[0] || ' ' || coalesce(NEW.company_id, OLD.company_id));
  RETURN NULL;
END $$;

-- What happened is not rewritten.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are never changed' USING ERRCODE = 'check_violation';
END $$;

-- The last wall before QuickBooks: a payout that the bank sent back is never taken up for posting, whoever asks. The
-- row counts as not updated, so nobody has claimed it.
CREATE FUNCTION refuse_returned_payouts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM deposits d WHERE d.company_id = NEW.company_id AND d.id = NEW.deposit_id
      AND d.payout_status IN ('failed', 'canceled')) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

-- ---------------------------------------------------------------- triggers

-- Deferred to the commit, because a deposit and its lines are written one after the other.
CREATE CONSTRAINT TRIGGER deposits_sum AFTER INSERT OR UPDATE OF amount, currency, itemized ON deposits
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_deposit_sum_of_deposit();
CREATE CONSTRAINT TRIGGER deposit_lines_sum AFTER INSERT OR UPDATE OR DELETE ON deposit_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_deposit_sum_of_line();
CREATE CONSTRAINT TRIGGER deposits_counted
  AFTER INSERT OR DELETE OR UPDATE OF txn_date, status, deleted_at, amount, currency ON deposits
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_deposits();

CREATE TRIGGER deposit_lines_added AFTER INSERT ON deposit_lines
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_added_lines();
CREATE TRIGGER deposit_lines_changed AFTER UPDATE ON deposit_lines
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION index_changed_lines();
CREATE TRIGGER deposit_lines_removed AFTER DELETE ON deposit_lines
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION index_removed_lines();
CREATE TRIGGER ledger_payments_words
  AFTER INSERT OR UPDATE OF customer_name, reference_number, provider_id ON ledger_payments
  FOR EACH ROW EXECUTE FUNCTION index_payment();

CREATE TRIGGER audit_events_are_final BEFORE UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER postings_only_of_payouts_that_arrived BEFORE UPDATE OF state ON postings
  FOR EACH ROW WHEN (OLD.state = 'queued' AND NEW.state = 'sending')
  EXECUTE FUNCTION refuse_returned_payouts();

-- A heartbeat alone is no change.
CREATE TRIGGER sync_runs_told AFTER INSERT OR DELETE ON sync_runs
  FOR EACH ROW EXECUTE FUNCTION tell_change('sync-runs');
CREATE TRIGGER sync_runs_change_told AFTER UPDATE ON sync_runs FOR EACH ROW
  WHEN ((OLD.state, OLD.stage, OLD.done, OLD.total, OLD.message)
    IS DISTINCT FROM (NEW.state, NEW.stage, NEW.done, NEW.total, NEW.message))
  EXECUTE FUNCTION tell_change('sync-runs');
CREATE TRIGGER match_runs_told AFTER INSERT OR DELETE ON match_runs
  FOR EACH ROW EXECUTE FUNCTION tell_change('match-run');
CREATE TRIGGER match_runs_change_told AFTER UPDATE ON match_runs FOR EACH ROW
  WHEN ((OLD.state, OLD.done) IS DISTINCT FROM (NEW.state, NEW.done))
  EXECUTE FUNCTION tell_change('match-run');
CREATE TRIGGER postings_told AFTER INSERT OR DELETE ON postings
  FOR EACH ROW EXECUTE FUNCTION tell_change('postings');
CREATE TRIGGER postings_change_told AFTER UPDATE ON postings FOR EACH ROW
  WHEN ((OLD.state, OLD.message) IS DISTINCT FROM (NEW.state, NEW.message))
  EXECUTE FUNCTION tell_change('postings');
CREATE TRIGGER notifications_told AFTER INSERT OR UPDATE OR DELETE ON notifications
  FOR EACH ROW EXECUTE FUNCTION tell_change('notifications');

-- Open streams check at once whether they may go on.
CREATE TRIGGER sessions_end_told AFTER UPDATE ON sessions FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
  EXECUTE FUNCTION tell_change('sessions');
CREATE TRIGGER memberships_end_told AFTER DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION tell_change('sessions');
CREATE TRIGGER memberships_change_told AFTER UPDATE ON memberships FOR EACH ROW
  WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION tell_change('sessions');

-- What failed, or no longer does.
CREATE TRIGGER sync_runs_failure_told AFTER UPDATE ON sync_runs FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION tell_change('failures');
CREATE TRIGGER match_runs_failure_told AFTER UPDATE ON match_runs FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION tell_change('failures');
CREATE TRIGGER postings_failure_told AFTER UPDATE ON postings FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND 'failed'::posting_state IN (OLD.state, NEW.state))
  EXECUTE FUNCTION tell_change('failures');
CREATE TRIGGER job_failures_told AFTER INSERT OR UPDATE OR DELETE ON job_failures
  FOR EACH ROW EXECUTE FUNCTION tell_change('failures');
CREATE TRIGGER failure_dismissals_told AFTER INSERT OR DELETE ON failure_dismissals
  FOR EACH ROW EXECUTE FUNCTION tell_change('failures');

-- ---------------------------------------------------------------- row level security

-- The second wall between companies. The first statement of a transaction says whose it is (server/platform/db.ts),
-- and PostgreSQL shows it nothing else. Without a scope there is nothing to see.
--
-- FORCE binds the tables' owner too. A migration that changes rows takes it off its tables first and puts it on again.
-- Superusers and roles with BYPASSRLS are bound by nothing, so the product takes on the role that
-- prisma/runtime-role.ts keeps, with its grants.

CREATE FUNCTION app_company() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
  $$ SELECT nullif(current_setting('app.company_id', true), '')::uuid $$;

CREATE FUNCTION app_scope() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS
  $$ SELECT coalesce(current_setting('app.scope', true), '') $$;

-- In a subquery, the settings are read once per statement.
DO $$
DECLARE
  own CONSTANT text := 'company_id = (SELECT app_company())';
  name text;
BEGIN
  -- The books: their company's, and nobody else's.
  FOREACH name IN ARRAY ARRAY[
    'memberships', 'invitations', 'withdrawn_invitations', 'api_tokens', 'sessions', 'oauth_states',
    'company_settings', 'integrations', 'sync_runs', 'sync_requests', 'deposits', 'deposit_words',
    'deposit_counts', 'deposit_totals', 'rules', 'deposit_lines', 'ledger_payments', 'payment_words',
    'planned_payments', 'line_questions', 'ledger_invoices', 'matches', 'deposit_adjustments', 'match_lines',
    'match_payments', 'match_runs', 'automatic_runs', 'posting_runs', 'postings', 'existing_deposits',
    'job_failures', 'failure_dismissals', 'notifications', 'notification_events', 'notification_mails',
    'audit_events']
  LOOP
    EXECUTE format('CREATE POLICY own_company ON %I USING (%s) WITH CHECK (%s)', name, own, own);
  END LOOP;
  -- The company is named: no index answers the policies of memberships, which OR joins.
  FOREACH name IN ARRAY ARRAY['linked_identities', 'recovery_codes', 'sign_in_challenges'] LOOP
    EXECUTE format('CREATE POLICY own_people ON %I USING (user_id IN
      (SELECT user_id FROM memberships WHERE company_id = (SELECT app_company())))', name);
  END LOOP;
  -- Who is calling? Answered before there is a company.
  FOREACH name IN ARRAY ARRAY[
    'users', 'companies', 'memberships', 'invitations', 'withdrawn_invitations', 'api_tokens', 'sessions',
    'linked_identities', 'recovery_codes', 'email_confirmations', 'sign_in_challenges', 'oauth_states',
    'company_settings']
  LOOP
    EXECUTE format('CREATE POLICY accounts ON %I USING ((SELECT app_scope()) = ''accounts'')', name);
  END LOOP;
  -- Which company has something to do? The row itself is read in the company's own scope.
  FOREACH name IN ARRAY ARRAY[
    'companies', 'company_settings', 'integrations', 'sync_runs', 'sync_requests', 'match_runs', 'postings',
    'job_failures', 'notification_mails']
  LOOP
    EXECUTE format('CREATE POLICY jobs ON %I FOR SELECT USING ((SELECT app_scope()) = ''jobs'')', name);
  END LOOP;
  -- Expired rows are swept.
  FOREACH name IN ARRAY ARRAY[
    'invitations', 'withdrawn_invitations', 'api_tokens', 'sessions', 'email_confirmations', 'sign_in_challenges',
    'oauth_states', 'webhook_events']
  LOOP
    EXECUTE format('CREATE POLICY jobs ON %I USING ((SELECT app_scope()) = ''jobs'')', name);
  END LOOP;
  -- A new key reseals what an older one sealed.
  FOREACH name IN ARRAY ARRAY['users', 'integrations'] LOOP
    EXECUTE format('CREATE POLICY keys_read ON %I FOR SELECT USING ((SELECT app_scope()) = ''keys'')', name);
    EXECUTE format('CREATE POLICY keys_write ON %I FOR UPDATE USING ((SELECT app_scope()) = ''keys'')', name);
  END LOOP;
END $$;

CREATE POLICY own_company ON companies USING (id = (SELECT app_company()));
CREATE POLICY own_people ON users USING (id IN
  (SELECT user_id FROM memberships WHERE company_id = (SELECT app_company())));
CREATE POLICY own_people ON email_confirmations USING (user_id IN (SELECT user_id FROM memberships));
CREATE POLICY keys ON sealing_keys USING ((SELECT app_scope()) = 'keys');

-- Accounts write what happened to them; what happened in the books, they can't read.
CREATE POLICY accounts ON audit_events FOR INSERT WITH CHECK ((SELECT app_scope()) = 'accounts');

-- The link of a question says whose it is before there is a company.
CREATE POLICY questions ON line_questions FOR SELECT USING ((SELECT app_scope()) = 'questions');

-- The door for webhooks belongs to no company. It keeps events, looks up whose account one is about, and asks for a
-- sync. It can read and write nothing else.
CREATE POLICY webhooks ON webhook_events
  USING ((SELECT app_scope()) = 'webhooks') WITH CHECK ((SELECT app_scope()) = 'webhooks');
CREATE POLICY webhooks ON integrations FOR SELECT USING ((SELECT app_scope()) = 'webhooks');
CREATE POLICY webhooks_read ON sync_requests FOR SELECT USING ((SELECT app_scope()) = 'webhooks');
CREATE POLICY webhooks_write ON sync_requests FOR INSERT WITH CHECK ((SELECT app_scope()) = 'webhooks');

-- Every table with a policy. The rest (mails, throttles, reset codes, known addresses, leases, call slots, monthly
-- reads) names no company and no person: its rows are sealed, hashed or the installation's own.
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT DISTINCT tablename FROM pg_policies WHERE schemaname = current_schema() LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
  END LOOP;
END $$;
