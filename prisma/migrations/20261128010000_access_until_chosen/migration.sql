-- AlterTable
ALTER TABLE "oauth_states" ADD COLUMN     "sealed_access" BYTEA;

-- A new key reseals what an older one sealed.
CREATE POLICY keys ON oauth_states USING ((SELECT app_scope()) = 'keys');
