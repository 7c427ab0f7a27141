-- AlterTable
ALTER TABLE "reset_codes" ADD COLUMN     "browser_hash" BYTEA;

-- CreateIndex
CREATE UNIQUE INDEX "reset_codes_browser_hash_key" ON "reset_codes"("browser_hash");
