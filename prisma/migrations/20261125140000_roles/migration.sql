-- Four roles; nobody had the one that is gone. In ascending order, so that roles can be compared.
ALTER TYPE "membership_role" RENAME TO "membership_role_old";
CREATE TYPE "membership_role" AS ENUM ('viewer', 'bookkeeper', 'admin', 'owner');
ALTER TABLE "memberships" ALTER COLUMN "role" DROP DEFAULT;
ALTER TABLE "memberships" ALTER COLUMN "role" TYPE "membership_role"
  USING (CASE role::text WHEN 'owner' THEN 'owner' ELSE 'bookkeeper' END)::"membership_role";
ALTER TABLE "memberships" ALTER COLUMN "role" SET DEFAULT 'owner';
DROP TYPE "membership_role_old";

-- The role that the user had at the time; null: the product itself, and events from before.
ALTER TABLE "audit_events" ADD COLUMN     "role" "membership_role";

-- A session ends with the membership of its company. Sessions that have none are none.
ALTER TABLE "sessions" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "memberships" NO FORCE ROW LEVEL SECURITY;
DELETE FROM "sessions" s WHERE NOT EXISTS (
  SELECT 1 FROM "memberships" m WHERE m.company_id = s.company_id AND m.user_id = s.user_id);
ALTER TABLE "memberships" FORCE ROW LEVEL SECURITY;
ALTER TABLE "sessions" FORCE ROW LEVEL SECURITY;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "memberships"("company_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Open streams of the company check at once whether they may go on.
CREATE TRIGGER memberships_end_told AFTER DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION tell_change('sessions');
CREATE TRIGGER memberships_change_told AFTER UPDATE ON memberships FOR EACH ROW
  WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION tell_change('sessions');
