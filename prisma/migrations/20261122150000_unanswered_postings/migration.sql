-- A posting knows that QuickBooks was asked and never answered.

-- AlterTable
ALTER TABLE "postings" ADD COLUMN     "unanswered" BOOLEAN NOT NULL DEFAULT false;

-- Those of before that may have been asked: looking once too often costs one call.
UPDATE "postings" SET "unanswered" = true
WHERE "state" = 'sending'
   OR ("state" IN ('queued', 'failed') AND "attempts" > 0
       AND ("error_code" IS NULL OR "error_code" IN ('unavailable', 'internal', 'worker_died')));
