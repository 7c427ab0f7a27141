-- AlterTable
ALTER TABLE "installation" ADD COLUMN "worker_seen_at" TIMESTAMPTZ(3);
