-- A run over all deposits commits after each pass of the engine. What its passes have matched is kept here until the
-- last one notifies about it, so that a crash in between loses no notification.

-- AlterTable
ALTER TABLE "companies" ADD COLUMN     "unnotified" JSONB;
