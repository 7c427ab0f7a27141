-- CreateTable
CREATE TABLE "sealing_keys" (
    "id" BYTEA NOT NULL,
    "wrapped" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "sealing_keys_pkey" PRIMARY KEY ("id")
);

-- What Prisma's language cannot say: one rotation at a time, and keys are nobody's but the keys' scope.
CREATE UNIQUE INDEX "sealing_keys_one_unfinished" ON "sealing_keys" ((true)) WHERE completed_at IS NULL;
ALTER TABLE "sealing_keys" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sealing_keys" FORCE ROW LEVEL SECURITY;
CREATE POLICY keys ON "sealing_keys" USING ((SELECT app_scope()) = 'keys');
