-- CreateTable
CREATE TABLE "installation" (
    "one" BOOLEAN NOT NULL DEFAULT true,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "had_accounts" BOOLEAN NOT NULL,
    "paused_at" TIMESTAMPTZ(3),

    CONSTRAINT "installation_pkey" PRIMARY KEY ("one")
);

ALTER TABLE installation ADD CONSTRAINT installation_one CHECK (one);
INSERT INTO installation (had_accounts) SELECT EXISTS (SELECT FROM users);
