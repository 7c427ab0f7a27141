-- Nothing has ever written a reset code; the table gets its final shape.
DROP TABLE "reset_codes";

-- CreateTable
CREATE TABLE "reset_codes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "address_hash" BYTEA NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "grant_hash" BYTEA,

    CONSTRAINT "reset_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "throttles" (
    "key" BYTEA NOT NULL,
    "hits" INTEGER NOT NULL,
    "free_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "throttles_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "known_addresses" (
    "key" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_addresses_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "sealed" BYTEA NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "reset_codes_grant_hash_key" ON "reset_codes"("grant_hash");

-- CreateIndex
CREATE INDEX "reset_codes_address_hash_created_at_idx" ON "reset_codes"("address_hash", "created_at");

-- CreateIndex
CREATE INDEX "reset_codes_expires_at_idx" ON "reset_codes"("expires_at");

-- CreateIndex
CREATE INDEX "throttles_expires_at_idx" ON "throttles"("expires_at");

-- CreateIndex
CREATE INDEX "known_addresses_expires_at_idx" ON "known_addresses"("expires_at");

-- CreateIndex
CREATE INDEX "mails_next_attempt_at_idx" ON "mails"("next_attempt_at");

-- What Prisma's language cannot say.
ALTER TABLE "reset_codes" ADD CONSTRAINT "reset_codes_grant_after_verification"
  CHECK ((grant_hash IS NULL) = (verified_at IS NULL));
ALTER TABLE "reset_codes" ADD CONSTRAINT "reset_codes_five_tries" CHECK (attempts BETWEEN 0 AND 5);
ALTER TABLE "throttles" ADD CONSTRAINT "throttles_hits" CHECK (hits >= 0);
