-- What only so many may do at a time, whichever process does it: a lease ends by itself when its holder is lost.

-- CreateTable
CREATE TABLE "leases" (
    "key" BYTEA NOT NULL,
    "holder" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "leases_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "leases_expires_at_idx" ON "leases"("expires_at");
