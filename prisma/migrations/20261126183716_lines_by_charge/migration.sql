-- CreateIndex
CREATE INDEX "deposit_lines_by_charge" ON "deposit_lines"("company_id", "charge_id") WHERE (charge_id <> '');
