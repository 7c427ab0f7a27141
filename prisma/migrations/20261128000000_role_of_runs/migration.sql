-- The role that the user had when the run started, for the history of what it does.
ALTER TABLE "match_runs" ADD COLUMN     "role" "membership_role";

-- Runs under way go on in the role that their user has now.
ALTER TABLE "match_runs" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "memberships" NO FORCE ROW LEVEL SECURITY;
UPDATE "match_runs" r SET role = m.role FROM "memberships" m
WHERE m.company_id = r.company_id AND m.user_id = r.user_id AND r.state IN ('queued', 'running');
ALTER TABLE "memberships" FORCE ROW LEVEL SECURITY;
ALTER TABLE "match_runs" FORCE ROW LEVEL SECURITY;
