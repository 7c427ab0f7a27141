-- Why lines of an open deposit have no payment yet, as the engine last found it: server/deposits/findings.ts.

-- AlterTable
ALTER TABLE "deposits" ADD COLUMN     "findings" JSONB;

-- AlterTable
ALTER TABLE "postings" ADD COLUMN     "details" TEXT NOT NULL DEFAULT '';
