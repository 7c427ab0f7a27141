-- CreateTable
CREATE TABLE "backup_runs" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "scheduled" BOOLEAN NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "file" TEXT NOT NULL,
    "bytes" BIGINT,
    "format" TEXT,
    "rows" BIGINT,
    "counts" JSONB,
    "error" TEXT,
    "tested_at" TIMESTAMPTZ(3),
    "test_seconds" DOUBLE PRECISION,
    "test_error" TEXT,

    CONSTRAINT "backup_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_outcomes" (
    "outcome" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reason" TEXT,

    CONSTRAINT "mail_outcomes_pkey" PRIMARY KEY ("outcome")
);

-- CreateIndex
CREATE INDEX "backup_runs_started_at_idx" ON "backup_runs"("started_at");

ALTER TABLE mail_outcomes ADD CONSTRAINT mail_outcomes_outcome CHECK (outcome IN ('sent', 'failed'));
