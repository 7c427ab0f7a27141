-- Notifications become one person's each, mails collect them, and no event is told twice.

-- A migration that changes rows takes FORCE off its tables first and puts it on again.
ALTER TABLE "notifications" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "memberships" NO FORCE ROW LEVEL SECURITY;

ALTER TABLE "notifications" DROP CONSTRAINT "notifications_company_id_fkey";
DROP INDEX "notifications_company_id_created_at_idx";

-- What was for everyone is from now on everyone's own.
INSERT INTO "notifications" ("company_id", "user_id", "kind", "title", "body", "link", "created_at", "read_at")
  SELECT n.company_id, m.user_id, n.kind, n.title, n.body, n.link, n.created_at, n.read_at
  FROM "notifications" n JOIN "memberships" m ON m.company_id = n.company_id
  WHERE n.user_id IS NULL;
DELETE FROM "notifications" n WHERE NOT EXISTS (
  SELECT FROM "memberships" m WHERE m.company_id = n.company_id AND m.user_id = n.user_id);

-- AlterTable
ALTER TABLE "companies" ADD COLUMN     "summarized_on" DATE;

-- AlterTable
ALTER TABLE "notifications" ADD COLUMN     "count" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "group_key" TEXT,
ADD COLUMN     "mailed" BOOLEAN NOT NULL DEFAULT false,
ALTER COLUMN "user_id" SET NOT NULL;

-- Told before there were mails about it.
UPDATE "notifications" SET "mailed" = true;

-- CreateTable
CREATE TABLE "notification_events" (
    "company_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_events_pkey" PRIMARY KEY ("company_id","key")
);

-- CreateTable
CREATE TABLE "notification_mails" (
    "company_id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_mails_pkey" PRIMARY KEY ("company_id","user_id")
);

-- CreateIndex
CREATE INDEX "notification_events_company_id_created_at_idx" ON "notification_events"("company_id", "created_at");

-- CreateIndex
CREATE INDEX "notification_mails_due_at_idx" ON "notification_mails"("due_at");

-- CreateIndex
CREATE INDEX "notifications_company_id_user_id_created_at_id_idx" ON "notifications"("company_id", "user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "notifications_unread" ON "notifications"("company_id", "user_id") WHERE (read_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "notifications_one_unread_per_group" ON "notifications"("company_id", "user_id", "group_key") WHERE (read_at IS NULL);

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "memberships"("company_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_company_id_user_id_fkey" FOREIGN KEY ("company_id", "user_id") REFERENCES "memberships"("company_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notifications" FORCE ROW LEVEL SECURITY;
ALTER TABLE "memberships" FORCE ROW LEVEL SECURITY;

-- What Prisma's language cannot say.
ALTER TABLE "notifications" ADD CONSTRAINT notifications_counted CHECK (count > 0);
ALTER TABLE "companies" ADD CONSTRAINT companies_summarized_on_a_monday
  CHECK (extract(isodow FROM summarized_on) = 1);

-- The company's own, and nobody else's.
DO $$
DECLARE
  own CONSTANT text := 'company_id = (SELECT app_company())';
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['notification_events', 'notification_mails'] LOOP
    EXECUTE format('CREATE POLICY own_company ON %I USING (%s) WITH CHECK (%s)', name, own, own);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
END $$;

-- Which company has a mail to write? What stands in it, its own scope reads.
CREATE POLICY jobs ON "notification_mails" FOR SELECT USING ((SELECT app_scope()) = 'jobs');
