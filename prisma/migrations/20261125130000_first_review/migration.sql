-- Nothing is posted before its first review: posting by itself is a setting of its own. Companies that are here
-- keep what they have; new ones begin without it.

-- AlterTable
ALTER TABLE "company_settings" ADD COLUMN "auto_post" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "company_settings" ALTER COLUMN "auto_post" SET DEFAULT false;

-- Without a row a company would be as a new one.
ALTER TABLE companies NO FORCE ROW LEVEL SECURITY;
ALTER TABLE company_settings NO FORCE ROW LEVEL SECURITY;
INSERT INTO company_settings (company_id, auto_post) SELECT id, true FROM companies
  ON CONFLICT (company_id) DO NOTHING;
ALTER TABLE companies FORCE ROW LEVEL SECURITY;
ALTER TABLE company_settings FORCE ROW LEVEL SECURITY;

-- AlterEnum
ALTER TYPE "posting_state" ADD VALUE IF NOT EXISTS 'held' BEFORE 'undone';
