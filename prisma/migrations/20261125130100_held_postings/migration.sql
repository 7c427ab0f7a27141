-- Apart from the migration that adds the value: an enum's new value can't be used in the same transaction.

-- CreateIndex
CREATE INDEX "postings_held" ON "postings"("company_id", "deposit_id") WHERE (state = 'held'::posting_state);
