-- Payments and receipts that a user chose to have created in QuickBooks, and the open invoices that they pay.

-- CreateEnum
CREATE TYPE "ledger_invoice_state" AS ENUM ('open', 'paid', 'gone');

-- AlterEnum
ALTER TYPE "ledger_payment_state" ADD VALUE 'planned';

-- AlterTable
ALTER TABLE "deposit_lines" ADD COLUMN     "wait_note" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "wait_until" DATE;

-- CreateTable
CREATE TABLE "planned_payments" (
    "company_id" UUID NOT NULL,
    "payment_id" INTEGER NOT NULL,
    "deposit_id" INTEGER NOT NULL,
    "request_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "refusals" INTEGER NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),
    "created_in_ledger_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "new_customer" BOOLEAN NOT NULL DEFAULT false,
    "created_customer_id" TEXT,
    "item_id" TEXT,
    "item_name" TEXT,
    "tax_code_id" TEXT,
    "tax_code_name" TEXT,
    "class_id" TEXT,
    "class_name" TEXT,
    "invoices" JSONB NOT NULL DEFAULT '[]',
    "credit" BIGINT NOT NULL DEFAULT 0,
    "planned_by" INTEGER,
    "planned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "planned_payments_pkey" PRIMARY KEY ("company_id","payment_id")
);

-- CreateTable
CREATE TABLE "ledger_invoices" (
    "company_id" UUID NOT NULL,
    "id" SERIAL NOT NULL,
    "integration_id" UUID NOT NULL,
    "provider_id" TEXT NOT NULL,
    "state" "ledger_invoice_state" NOT NULL DEFAULT 'open',
    "number" TEXT NOT NULL DEFAULT '',
    "txn_date" DATE NOT NULL,
    "due_date" DATE,
    "total" BIGINT NOT NULL,
    "balance" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "customer_name" TEXT NOT NULL DEFAULT '',
    "customer_id" TEXT NOT NULL DEFAULT '',
    "customer_email" TEXT NOT NULL DEFAULT '',
    "customer" JSONB,
    "note" TEXT NOT NULL DEFAULT '',
    "seen_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_invoices_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE INDEX "planned_payments_company_id_deposit_id_idx" ON "planned_payments"("company_id", "deposit_id");

-- CreateIndex
CREATE INDEX "ledger_invoices_open" ON "ledger_invoices"("company_id", "currency") WHERE (state = 'open'::ledger_invoice_state);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_invoices_company_id_integration_id_provider_id_key" ON "ledger_invoices"("company_id", "integration_id", "provider_id");

-- AddForeignKey
ALTER TABLE "planned_payments" ADD CONSTRAINT "planned_payments_company_id_payment_id_fkey" FOREIGN KEY ("company_id", "payment_id") REFERENCES "ledger_payments"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "planned_payments" ADD CONSTRAINT "planned_payments_company_id_deposit_id_fkey" FOREIGN KEY ("company_id", "deposit_id") REFERENCES "deposits"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_invoices" ADD CONSTRAINT "ledger_invoices_company_id_integration_id_fkey" FOREIGN KEY ("company_id", "integration_id") REFERENCES "integrations"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's language cannot say.
ALTER TABLE "planned_payments" ADD CONSTRAINT planned_payments_refusals CHECK (refusals >= 0);
ALTER TABLE "planned_payments" ADD CONSTRAINT planned_payments_credit CHECK (credit >= 0);
ALTER TABLE "planned_payments" ADD CONSTRAINT planned_payments_item_named CHECK ((item_id IS NULL) = (item_name IS NULL));
ALTER TABLE "planned_payments" ADD CONSTRAINT planned_payments_tax_code_named CHECK ((tax_code_id IS NULL) = (tax_code_name IS NULL));
ALTER TABLE "planned_payments" ADD CONSTRAINT planned_payments_class_named CHECK ((class_id IS NULL) = (class_name IS NULL));

-- The company's own, and nobody else's.
DO $$
DECLARE
  own CONSTANT text := 'company_id = (SELECT app_company())';
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['planned_payments', 'ledger_invoices'] LOOP
    EXECUTE format('CREATE POLICY own_company ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
END $$;
