-- CreateEnum
CREATE TYPE "membership_role" AS ENUM ('owner', 'member');

-- CreateEnum
CREATE TYPE "matching_algorithm" AS ENUM ('smart', 'exact', 'fuzzy');

-- CreateEnum
CREATE TYPE "date_format" AS ENUM ('MM-DD-YYYY', 'DD-MM-YYYY', 'YYYY-MM-DD');

-- CreateEnum
CREATE TYPE "provider" AS ENUM ('stripe', 'quickbooks', 'authorizenet');

-- CreateEnum
CREATE TYPE "integration_status" AS ENUM ('connected', 'expired', 'disconnected');

-- CreateEnum
CREATE TYPE "sync_run_state" AS ENUM ('queued', 'running', 'succeeded', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "sync_trigger" AS ENUM ('manual', 'connect', 'daily', 'webhook');

-- CreateEnum
CREATE TYPE "deposit_status" AS ENUM ('pending', 'suggested', 'matched', 'posted');

-- CreateEnum
CREATE TYPE "payout_status" AS ENUM ('pending', 'in_transit', 'paid', 'failed', 'canceled');

-- CreateEnum
CREATE TYPE "line_kind" AS ENUM ('charge', 'refund', 'dispute', 'dispute_reversal', 'fee', 'adjustment', 'reserve', 'other');

-- CreateEnum
CREATE TYPE "ledger_payment_kind" AS ENUM ('Payment', 'SalesReceipt', 'RefundReceipt');

-- CreateEnum
CREATE TYPE "ledger_payment_state" AS ENUM ('open', 'deposited', 'gone');

-- CreateEnum
CREATE TYPE "match_state" AS ENUM ('proposed', 'accepted', 'dismissed', 'undone', 'superseded');

-- CreateEnum
CREATE TYPE "match_origin" AS ENUM ('auto', 'suggestion', 'manual');

-- CreateEnum
CREATE TYPE "match_kind" AS ENUM ('one_to_one', 'one_to_many', 'many_to_one', 'many_to_many');

-- CreateEnum
CREATE TYPE "posting_state" AS ENUM ('queued', 'sending', 'posted', 'blocked', 'failed', 'undoing', 'undone');

-- CreateEnum
CREATE TYPE "notification_kind" AS ENUM ('match', 'suggestion', 'issue', 'summary');

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "username" TEXT NOT NULL,
    "username_key" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "password_hash" TEXT,
    "first_name" TEXT NOT NULL DEFAULT '',
    "last_name" TEXT NOT NULL DEFAULT '',
    "phone" TEXT NOT NULL DEFAULT '',
    "avatar" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "auto_logout_enabled" BOOLEAN NOT NULL DEFAULT false,
    "session_timeout_minutes" INTEGER NOT NULL DEFAULT 30,
    "totp_secret" BYTEA,
    "totp_confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "companies" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL DEFAULT 'USD',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "match_requested_at" TIMESTAMPTZ(6),
    "matched_at" TIMESTAMPTZ(6),

    CONSTRAINT "companies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "company_id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" "membership_role" NOT NULL DEFAULT 'owner',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "email_matches" BOOLEAN NOT NULL DEFAULT true,
    "email_suggestions" BOOLEAN NOT NULL DEFAULT true,
    "email_issues" BOOLEAN NOT NULL DEFAULT true,
    "email_weekly_summary" BOOLEAN NOT NULL DEFAULT false,
    "in_app_alerts" BOOLEAN NOT NULL DEFAULT true,
    "sound_alerts" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("company_id","user_id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "token_hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "company_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "user_agent" TEXT NOT NULL DEFAULT '',
    "ip_address" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reset_codes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" INTEGER NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "grant_hash" BYTEA,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "reset_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_states" (
    "state_hash" BYTEA NOT NULL,
    "provider" "provider" NOT NULL,
    "user_id" INTEGER NOT NULL,
    "company_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_states_pkey" PRIMARY KEY ("state_hash")
);

-- CreateTable
CREATE TABLE "company_settings" (
    "company_id" UUID NOT NULL,
    "algorithm" "matching_algorithm" NOT NULL DEFAULT 'smart',
    "auto_match" BOOLEAN NOT NULL DEFAULT true,
    "daily_sync" BOOLEAN NOT NULL DEFAULT true,
    "date_format" "date_format" NOT NULL DEFAULT 'MM-DD-YYYY',
    "time_zone" TEXT NOT NULL DEFAULT 'America/New_York',
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "company_settings_pkey" PRIMARY KEY ("company_id")
);

-- CreateTable
CREATE TABLE "integrations" (
    "company_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "provider" "provider" NOT NULL,
    "status" "integration_status" NOT NULL DEFAULT 'connected',
    "external_account_id" TEXT NOT NULL,
    "display_name" TEXT NOT NULL DEFAULT '',
    "livemode" BOOLEAN NOT NULL DEFAULT false,
    "credentials" BYTEA,
    "credentials_version" INTEGER NOT NULL DEFAULT 0,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "cursor" JSONB NOT NULL DEFAULT '{}',
    "last_synced_at" TIMESTAMPTZ(3),
    "connected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disconnected_at" TIMESTAMPTZ(3),

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateTable
CREATE TABLE "sync_runs" (
    "company_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "integration_id" UUID NOT NULL,
    "trigger" "sync_trigger" NOT NULL,
    "state" "sync_run_state" NOT NULL DEFAULT 'queued',
    "stage" TEXT NOT NULL DEFAULT '',
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER,
    "message" TEXT NOT NULL DEFAULT '',
    "error_code" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "heartbeat_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "sync_runs_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateTable
CREATE TABLE "deposits" (
    "company_id" UUID NOT NULL,
    "id" SERIAL NOT NULL,
    "integration_id" UUID NOT NULL,
    "provider_id" TEXT NOT NULL,
    "status" "deposit_status" NOT NULL DEFAULT 'pending',
    "payout_status" "payout_status" NOT NULL,
    "txn_date" DATE NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "itemized" BOOLEAN NOT NULL DEFAULT true,
    "raw" JSONB NOT NULL DEFAULT '{}',
    "quickbooks_id" TEXT,
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deposits_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateTable
CREATE TABLE "deposit_lines" (
    "company_id" UUID NOT NULL,
    "id" SERIAL NOT NULL,
    "deposit_id" INTEGER NOT NULL,
    "provider_id" TEXT NOT NULL,
    "kind" "line_kind" NOT NULL,
    "provider_kind" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "gross" BIGINT NOT NULL,
    "fee" BIGINT NOT NULL,
    "net" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "fee_predicted" BOOLEAN NOT NULL DEFAULT false,
    "description" TEXT NOT NULL DEFAULT '',
    "customer_name" TEXT NOT NULL DEFAULT '',
    "customer_email" TEXT NOT NULL DEFAULT '',
    "reference" TEXT NOT NULL DEFAULT '',
    "raw" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "deposit_lines_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateTable
CREATE TABLE "deposit_adjustments" (
    "company_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "deposit_id" INTEGER NOT NULL,
    "match_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "account_id" TEXT NOT NULL,
    "account_name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deposit_adjustments_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateTable
CREATE TABLE "ledger_payments" (
    "company_id" UUID NOT NULL,
    "id" SERIAL NOT NULL,
    "integration_id" UUID NOT NULL,
    "kind" "ledger_payment_kind" NOT NULL,
    "provider_id" TEXT NOT NULL,
    "state" "ledger_payment_state" NOT NULL DEFAULT 'open',
    "txn_date" DATE NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "customer_name" TEXT NOT NULL DEFAULT '',
    "customer_id" TEXT NOT NULL DEFAULT '',
    "customer_email" TEXT NOT NULL DEFAULT '',
    "reference_number" TEXT NOT NULL DEFAULT '',
    "note" TEXT NOT NULL DEFAULT '',
    "deposited_on" TEXT,
    "raw" JSONB NOT NULL DEFAULT '{}',
    "seen_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_payments_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateTable
CREATE TABLE "matches" (
    "company_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "deposit_id" INTEGER NOT NULL,
    "state" "match_state" NOT NULL,
    "live" BOOLEAN NOT NULL,
    "origin" "match_origin" NOT NULL,
    "kind" "match_kind" NOT NULL,
    "algorithm" "matching_algorithm",
    "probability" DOUBLE PRECISION NOT NULL,
    "difference" BIGINT NOT NULL DEFAULT 0,
    "currency" CHAR(3) NOT NULL,
    "evidence" JSONB NOT NULL DEFAULT '[]',
    "alternatives" JSONB NOT NULL DEFAULT '{}',
    "decided_by" INTEGER,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "matches_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateTable
CREATE TABLE "match_lines" (
    "company_id" UUID NOT NULL,
    "match_id" UUID NOT NULL,
    "line_id" INTEGER NOT NULL,
    "live" BOOLEAN NOT NULL,

    CONSTRAINT "match_lines_pkey" PRIMARY KEY ("company_id","match_id","line_id")
);

-- CreateTable
CREATE TABLE "match_payments" (
    "company_id" UUID NOT NULL,
    "match_id" UUID NOT NULL,
    "payment_id" INTEGER NOT NULL,
    "live" BOOLEAN NOT NULL,

    CONSTRAINT "match_payments_pkey" PRIMARY KEY ("company_id","match_id","payment_id")
);

-- CreateTable
CREATE TABLE "postings" (
    "company_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "deposit_id" INTEGER NOT NULL,
    "state" "posting_state" NOT NULL DEFAULT 'queued',
    "integration_id" UUID,
    "quickbooks_deposit_id" TEXT,
    "adopted" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "refusals" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heartbeat_at" TIMESTAMPTZ(3),
    "error_code" TEXT,
    "message" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "posted_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "postings_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "company_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" INTEGER,
    "kind" "notification_kind" NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL DEFAULT '',
    "link" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "company_id" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" INTEGER,
    "action" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "request_id" TEXT,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key_key" ON "users"("username_key");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key_key" ON "users"("email_key");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_company_id_idx" ON "sessions"("company_id");

-- CreateIndex
CREATE UNIQUE INDEX "reset_codes_grant_hash_key" ON "reset_codes"("grant_hash");

-- CreateIndex
CREATE INDEX "reset_codes_user_id_idx" ON "reset_codes"("user_id");

-- CreateIndex
CREATE INDEX "oauth_states_user_id_idx" ON "oauth_states"("user_id");

-- CreateIndex
CREATE INDEX "oauth_states_company_id_idx" ON "oauth_states"("company_id");

-- CreateIndex
CREATE UNIQUE INDEX "integrations_company_id_provider_external_account_id_key" ON "integrations"("company_id", "provider", "external_account_id");

-- CreateIndex
CREATE UNIQUE INDEX "integrations_one_live_per_provider" ON "integrations"("company_id", "provider") WHERE (status <> 'disconnected'::integration_status);

-- CreateIndex
CREATE INDEX "sync_runs_company_id_created_at_idx" ON "sync_runs"("company_id", "created_at");

-- CreateIndex
CREATE INDEX "sync_runs_state_heartbeat_at_idx" ON "sync_runs"("state", "heartbeat_at");

-- CreateIndex
CREATE UNIQUE INDEX "sync_runs_one_active_per_integration" ON "sync_runs"("company_id", "integration_id") WHERE (state = ANY (ARRAY['queued'::sync_run_state, 'running'::sync_run_state]));

-- CreateIndex
CREATE INDEX "deposits_company_id_txn_date_idx" ON "deposits"("company_id", "txn_date");

-- CreateIndex
CREATE INDEX "deposits_company_id_status_idx" ON "deposits"("company_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "deposits_company_id_integration_id_provider_id_key" ON "deposits"("company_id", "integration_id", "provider_id");

-- CreateIndex
CREATE UNIQUE INDEX "deposit_lines_company_id_deposit_id_provider_id_key" ON "deposit_lines"("company_id", "deposit_id", "provider_id");

-- CreateIndex
CREATE INDEX "deposit_adjustments_company_id_deposit_id_idx" ON "deposit_adjustments"("company_id", "deposit_id");

-- CreateIndex
CREATE INDEX "ledger_payments_company_id_state_txn_date_idx" ON "ledger_payments"("company_id", "state", "txn_date");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_payments_company_id_integration_id_kind_provider_id_key" ON "ledger_payments"("company_id", "integration_id", "kind", "provider_id");

-- CreateIndex
CREATE INDEX "matches_company_id_deposit_id_idx" ON "matches"("company_id", "deposit_id");

-- CreateIndex
CREATE INDEX "matches_company_id_state_idx" ON "matches"("company_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "matches_company_id_id_live_key" ON "matches"("company_id", "id", "live");

-- CreateIndex
CREATE INDEX "match_lines_company_id_line_id_idx" ON "match_lines"("company_id", "line_id");

-- CreateIndex
CREATE UNIQUE INDEX "match_lines_one_live_match" ON "match_lines"("company_id", "line_id") WHERE (live);

-- CreateIndex
CREATE INDEX "match_payments_company_id_payment_id_idx" ON "match_payments"("company_id", "payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "match_payments_one_live_match" ON "match_payments"("company_id", "payment_id") WHERE (live);

-- CreateIndex
CREATE INDEX "postings_state_next_attempt_at_idx" ON "postings"("state", "next_attempt_at");

-- CreateIndex
CREATE INDEX "postings_company_id_created_at_idx" ON "postings"("company_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "postings_one_live_per_deposit" ON "postings"("company_id", "deposit_id") WHERE (state <> 'undone'::posting_state);

-- CreateIndex
CREATE INDEX "notifications_company_id_created_at_idx" ON "notifications"("company_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_events_company_id_entity_entity_id_idx" ON "audit_events"("company_id", "entity", "entity_id");

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reset_codes" ADD CONSTRAINT "reset_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_company_id_integration_id_fkey" FOREIGN KEY ("company_id", "integration_id") REFERENCES "integrations"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_company_id_integration_id_fkey" FOREIGN KEY ("company_id", "integration_id") REFERENCES "integrations"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposit_lines" ADD CONSTRAINT "deposit_lines_company_id_deposit_id_fkey" FOREIGN KEY ("company_id", "deposit_id") REFERENCES "deposits"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposit_adjustments" ADD CONSTRAINT "deposit_adjustments_company_id_deposit_id_fkey" FOREIGN KEY ("company_id", "deposit_id") REFERENCES "deposits"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposit_adjustments" ADD CONSTRAINT "deposit_adjustments_company_id_match_id_fkey" FOREIGN KEY ("company_id", "match_id") REFERENCES "matches"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_payments" ADD CONSTRAINT "ledger_payments_company_id_integration_id_fkey" FOREIGN KEY ("company_id", "integration_id") REFERENCES "integrations"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "matches" ADD CONSTRAINT "matches_company_id_deposit_id_fkey" FOREIGN KEY ("company_id", "deposit_id") REFERENCES "deposits"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_lines" ADD CONSTRAINT "match_lines_company_id_match_id_live_fkey" FOREIGN KEY ("company_id", "match_id", "live") REFERENCES "matches"("company_id", "id", "live") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_lines" ADD CONSTRAINT "match_lines_company_id_line_id_fkey" FOREIGN KEY ("company_id", "line_id") REFERENCES "deposit_lines"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_payments" ADD CONSTRAINT "match_payments_company_id_match_id_live_fkey" FOREIGN KEY ("company_id", "match_id", "live") REFERENCES "matches"("company_id", "id", "live") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_payments" ADD CONSTRAINT "match_payments_company_id_payment_id_fkey" FOREIGN KEY ("company_id", "payment_id") REFERENCES "ledger_payments"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "postings" ADD CONSTRAINT "postings_company_id_deposit_id_fkey" FOREIGN KEY ("company_id", "deposit_id") REFERENCES "deposits"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "postings" ADD CONSTRAINT "postings_company_id_integration_id_fkey" FOREIGN KEY ("company_id", "integration_id") REFERENCES "integrations"("company_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;
