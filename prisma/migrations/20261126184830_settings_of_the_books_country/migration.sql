-- AlterTable
ALTER TABLE "company_settings" ADD COLUMN     "adopted" JSONB;
