-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "moved_at" TIMESTAMPTZ(3);
