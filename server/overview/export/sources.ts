import { SHOWN_DEPOSIT_COLUMNS } from "@/server/deposits/columns";

/** One kind of rows in the export. The texts are SQL of ours: nothing in them comes from outside. */
export interface ExportSource {
  /** The `type` of its lines. */
  type: string;
  table: string;
  /** Unique within the company and indexed with it: rows are paged in its order. */
  key: string;
  keyType: "integer" | "bigint" | "uuid" | "text";
  /** The exported columns, listed by name, so that a new column is not exported by accident. */
  columns: readonly string[];
  /** Columns in minor units of the row's currency. */
  money?: readonly string[];
  /** Columns in minor units of another currency, which may be null, and the column with that currency. */
  moneyIn?: Readonly<Record<string, string>>;
  /** The filter for the company's rows; by default `company_id` is $1. */
  where?: string;
  /** The column with the user's id, where each user gets only their own rows: the others' are none of theirs. */
  personal?: string;
}

const words = (text: string): string[] => text.trim().split(/\s+/);

const list = (table: string, column: string, alias: string) =>
  `(SELECT coalesce(json_agg(x.${column} ORDER BY x.${column}), '[]') FROM ${table} x
    WHERE x.company_id = t.company_id AND x.match_id = t.id) AS ${alias}`;

const OWN_PEOPLE = "IN (SELECT user_id FROM memberships WHERE company_id = $1::uuid)";
const BY_ID = { key: "id", keyType: "integer" } as const;
const BY_UUID = { key: "id", keyType: "uuid" } as const;

/** All company data that is not secret, in the order of the file. Documented in docs/data-export.md. */
export const EXPORT_SOURCES: readonly ExportSource[] = [
  {
    type: "company",
    table: "companies",
    ...BY_UUID,
    columns: words("id name currency created_at summarized_on"),
    where: "t.id = $1::uuid",
  },
  {
    type: "company_settings",
    table: "company_settings",
    key: "company_id",
    keyType: "uuid",
    columns: words(
      "algorithm auto_match auto_post daily_sync date_format time_zone adopted updated_at",
    ),
  },
  {
    type: "user",
    table: "users",
    ...BY_ID,
    columns: words("id username email first_name last_name created_at"),
    where: `t.id ${OWN_PEOPLE}`,
  },
  {
    type: "account",
    table: "users",
    ...BY_ID,
    columns: [
      ...words(`id email_verified_at phone time_zone summarized_on disabled_at auto_logout_enabled
        session_timeout_minutes`),
      "totp_confirmed_at IS NOT NULL AS two_factor",
      "translate(encode(avatar, 'base64'), E'\\n', '') AS avatar",
    ],
    where: `t.id ${OWN_PEOPLE}`,
    personal: "id",
  },
  {
    type: "membership",
    table: "memberships",
    key: "user_id",
    keyType: "integer",
    columns: words(`user_id role created_at email_matches email_suggestions email_issues
      email_weekly_summary in_app_alerts sound_alerts`),
  },
  {
    type: "invitation",
    table: "invitations",
    ...BY_ID,
    columns: words("id email role invited_by created_at expires_at"),
  },
  {
    type: "api_token",
    table: "api_tokens",
    ...BY_UUID,
    columns: words("id name role created_by created_at expires_at last_used_at revoked_at"),
  },
  {
    type: "linked_identity",
    table: "linked_identities",
    key: "issuer || ' ' || subject",
    keyType: "text",
    columns: words("user_id issuer subject email created_at"),
    where: `t.user_id ${OWN_PEOPLE}`,
    personal: "user_id",
  },
  {
    type: "session",
    table: "sessions",
    ...BY_UUID,
    columns: words(
      "id user_id created_at last_seen_at expires_at revoked_at moved_at user_agent ip_address",
    ),
    personal: "user_id",
  },
  {
    type: "integration",
    table: "integrations",
    ...BY_UUID,
    columns:
      words(`id provider status external_account_id display_name livemode settings company_facts import_from earlier_payouts
      posts_from shared_use last_synced_at connected_at disconnected_at`),
  },
  {
    type: "payout_import",
    table: "payout_imports",
    ...BY_UUID,
    columns:
      words(`id integration_id file_name format fingerprint choices added known errors created_by
      created_at undone_at`),
  },
  {
    type: "sync_run",
    table: "sync_runs",
    ...BY_UUID,
    columns: words(`id integration_id trigger state stage done total message error_code created_at
      started_at finished_at`),
  },
  {
    type: "deposit",
    table: "deposits",
    ...BY_ID,
    columns: [
      ...SHOWN_DEPOSIT_COLUMNS,
      ...words(
        "integration_id description itemized earliest_date put_aside_note settled_on paid_by lines_checked_at created_at raw",
      ),
    ],
    money: ["amount", "returned_amount"],
  },
  {
    type: "deposit_line",
    table: "deposit_lines",
    ...BY_ID,
    columns: words(`id deposit_id provider_id kind provider_kind date gross fee net currency
      fee_predicted description customer_name customer_email customer reference numbers
      charge_id paid_amount paid_currency raw account_id account_name fee_account_id fee_account_name
      booked_customer_id booked_customer_name class_id class_name rule_id wait_until wait_note returned_as`),
    money: ["gross", "fee", "net"],
    moneyIn: { paid_amount: "paid_currency" },
  },
  {
    type: "balance_transaction",
    table: "balance_transactions",
    key: "id",
    keyType: "bigint",
    columns:
      words(`id integration_id provider_id kind status currency amount fee balance happened_at changed_at
      reference details`),
    money: ["amount", "fee", "balance"],
  },
  {
    type: "payment",
    table: "ledger_payments",
    ...BY_ID,
    columns: words(`id integration_id kind provider_id state txn_date amount currency customer_name
      customer_id customer_email customer reference_number note payment_method applied_to worth_amount worth_currency
      deposited_on booked_to created_at updated_at raw`),
    money: ["amount"],
    moneyIn: { worth_amount: "worth_currency" },
  },
  {
    type: "planned_payment",
    table: "planned_payments",
    key: "payment_id",
    keyType: "integer",
    columns:
      words(`payment_id deposit_id request_id refusals sent_at created_in_ledger_at removed_at new_customer
      created_customer_id item_id item_name item_account_name tax_code_id tax_code_name class_id class_name
      invoices credit planned_by planned_at rule_id as_created`),
  },
  {
    type: "line_question",
    table: "line_questions",
    ...BY_ID,
    columns: words(`id deposit_id line_id state email question suggestions answer asked_by asked_at
      expires_at closed_at`),
  },
  {
    type: "invoice",
    table: "ledger_invoices",
    ...BY_ID,
    columns:
      words(`id integration_id provider_id state number txn_date due_date total balance currency
      customer_name customer_id customer_email customer note created_at updated_at`),
    money: ["total", "balance"],
  },
  {
    type: "match",
    table: "matches",
    ...BY_UUID,
    columns: [
      ...words(`id deposit_id state origin kind algorithm probability difference currency evidence
        alternatives decided_by decided_at undone_with_deposit created_at`),
      list("match_lines", "line_id", "line_ids"),
      list("match_payments", "payment_id", "payment_ids"),
    ],
    money: ["difference"],
  },
  {
    type: "deposit_adjustment",
    table: "deposit_adjustments",
    ...BY_UUID,
    columns: words(`id deposit_id match_id amount currency account_id account_name customer_id
      customer_name class_id class_name description
      created_at`),
    money: ["amount"],
  },
  {
    type: "existing_deposit",
    table: "existing_deposits",
    ...BY_UUID,
    columns:
      words(`id deposit_id integration_id quickbooks_deposit_id state txn_date amount currency bank_name note
      evidence created_at decided_at decided_by`),
    money: ["amount"],
  },
  {
    type: "automatic_run",
    table: "automatic_runs",
    ...BY_UUID,
    columns: words("id undone created_at undone_at"),
  },
  {
    type: "posting_run",
    table: "posting_runs",
    ...BY_UUID,
    columns: words("id created_at"),
  },
  {
    type: "match_run",
    table: "match_runs",
    ...BY_UUID,
    columns:
      words(`id user_id role api_token state deposit_ids done matched suggested pending message created_at
      finished_at`),
  },
  {
    type: "posting",
    table: "postings",
    ...BY_UUID,
    columns:
      words(`id deposit_id run_id posting_run_id state integration_id quickbooks_deposit_id owned_payout adopted attempts refusals
      deaths unanswered undoing_from error_code message details journal as_created created_at posted_at undone_at`),
  },
  {
    type: "rule",
    table: "rules",
    ...BY_ID,
    columns: words(`id position active source ledger_id conditions outcome created_by created_at
      updated_at deleted_at`),
  },
  {
    type: "notification",
    table: "notifications",
    ...BY_UUID,
    columns: words("id user_id kind title body link count created_at read_at"),
  },
  {
    type: "webhook_endpoint",
    table: "webhook_endpoints",
    ...BY_UUID,
    columns: words(
      "id url event_types created_by created_at failing_since disabled_at disabled_because",
    ),
  },
  {
    type: "webhook_delivery",
    table: "webhook_deliveries",
    ...BY_UUID,
    columns: [
      ...words(`id endpoint_id event_id data state attempts created_at queued_at attempted_at
        duration_ms status answer problem`),
      // A line's own `type` says what it is.
      "type AS event_type",
    ],
  },
  {
    type: "audit_event",
    table: "audit_events",
    key: "id",
    keyType: "bigint",
    columns: words("id at user_id role api_token action entity entity_id data request_id"),
  },
];
