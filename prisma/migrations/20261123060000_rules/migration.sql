-- Rules: what a company decided once and for all about lines that the books lack, and which of them decided what.

-- AlterTable
ALTER TABLE "deposit_lines" ADD COLUMN     "rule_id" INTEGER;

-- AlterTable
ALTER TABLE "planned_payments" ADD COLUMN     "rule_id" INTEGER;

-- CreateTable
CREATE TABLE "rules" (
    "company_id" UUID NOT NULL,
    "id" SERIAL NOT NULL,
    "position" INTEGER NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT false,
    "source" "provider" NOT NULL,
    "ledger_id" UUID,
    "conditions" JSONB NOT NULL,
    "outcome" JSONB NOT NULL,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "rules_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE INDEX "deposit_lines_by_rule" ON "deposit_lines"("company_id", "rule_id") WHERE (rule_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "deposit_lines" ADD CONSTRAINT "deposit_lines_company_id_rule_id_fkey" FOREIGN KEY ("company_id", "rule_id") REFERENCES "rules"("company_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "planned_payments" ADD CONSTRAINT "planned_payments_company_id_rule_id_fkey" FOREIGN KEY ("company_id", "rule_id") REFERENCES "rules"("company_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "rules" ADD CONSTRAINT "rules_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rules" ADD CONSTRAINT "rules_company_id_ledger_id_fkey" FOREIGN KEY ("company_id", "ledger_id") REFERENCES "integrations"("company_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What Prisma's language cannot say: a deleted rule does nothing.
ALTER TABLE "rules" ADD CONSTRAINT rules_deleted_are_off CHECK (deleted_at IS NULL OR NOT active);

-- The company's own, and nobody else's.
CREATE POLICY own_company ON rules
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
ALTER TABLE rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE rules FORCE ROW LEVEL SECURITY;
