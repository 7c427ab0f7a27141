-- The links of an invitation that were replaced: the page of one says that a newer email has the link that works.

-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "replaced" BYTEA[] DEFAULT ARRAY[]::BYTEA[];

-- CreateIndex
CREATE INDEX "invitations_replaced_idx" ON "invitations" USING GIN ("replaced");
