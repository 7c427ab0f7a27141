-- A further payment processor or account that was connected without a start date: its matches are held until they were
-- reviewed, also where the company posts by itself. What is connected already keeps what it has.

-- AlterTable
ALTER TABLE "integrations" ADD COLUMN "awaits_review" BOOLEAN NOT NULL DEFAULT false;
