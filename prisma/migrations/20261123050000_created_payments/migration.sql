-- What was sent to QuickBooks, so that an undo can tell whether somebody has changed it since.
ALTER TABLE "planned_payments" ADD COLUMN "as_created" JSONB;
