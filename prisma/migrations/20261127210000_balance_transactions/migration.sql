-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "transactions_from" TIMESTAMPTZ(3),
ADD COLUMN     "transactions_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "balance_transactions" (
    "company_id" UUID NOT NULL,
    "integration_id" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount" BIGINT NOT NULL,
    "fee" BIGINT NOT NULL,
    "balance" BIGINT,
    "happened_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3),
    "reference" TEXT NOT NULL DEFAULT '',
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "balance_transactions_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "balance_transactions_company_id_integration_id_key_key" ON "balance_transactions"("company_id", "integration_id", "key");

-- AddForeignKey
ALTER TABLE "balance_transactions" ADD CONSTRAINT "balance_transactions_company_id_integration_id_fkey" FOREIGN KEY ("company_id", "integration_id") REFERENCES "integrations"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE balance_transactions ENABLE ROW LEVEL SECURITY;
ALTER TABLE balance_transactions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_company ON balance_transactions
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));

-- A line of PayPal's says its moment as one of Stripe's does.
CREATE OR REPLACE FUNCTION line_day(raw jsonb, zone text) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN (raw ->> 'id' LIKE 'txn\_%' OR raw ? 'event_code') AND jsonb_typeof(raw -> 'created') = 'number'
    THEN (to_timestamp((raw ->> 'created')::float8) AT TIME ZONE zone)::date END
$$;
