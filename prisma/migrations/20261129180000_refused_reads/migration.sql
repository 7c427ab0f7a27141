-- Since when QuickBooks has refused every read of an app: another installation may use up its allowance.

-- AlterTable
ALTER TABLE "monthly_reads" ADD COLUMN     "refusals" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "refused_since" TIMESTAMPTZ(3),
ADD COLUMN     "tried_at" TIMESTAMPTZ(3);
