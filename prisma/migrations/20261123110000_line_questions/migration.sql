-- Questions about a line, mailed with a link that answers them once.

-- CreateEnum
CREATE TYPE "line_question_state" AS ENUM ('open', 'answered', 'declined', 'revoked', 'superseded');

-- CreateTable
CREATE TABLE "line_questions" (
    "company_id" UUID NOT NULL,
    "id" SERIAL NOT NULL,
    "deposit_id" INTEGER NOT NULL,
    "line_id" INTEGER NOT NULL,
    "state" "line_question_state" NOT NULL DEFAULT 'open',
    "token_hash" BYTEA,
    "email" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "suggestions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "answer" TEXT NOT NULL DEFAULT '',
    "asked_by" INTEGER,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "line_questions_pkey" PRIMARY KEY ("company_id","id")
);

-- CreateIndex
CREATE INDEX "line_questions_token_hash_idx" ON "line_questions"("token_hash");

-- CreateIndex
CREATE INDEX "line_questions_company_id_deposit_id_idx" ON "line_questions"("company_id", "deposit_id");

-- CreateIndex
CREATE INDEX "line_questions_company_id_line_id_idx" ON "line_questions"("company_id", "line_id");

-- CreateIndex
CREATE INDEX "line_questions_company_id_email_idx" ON "line_questions"("company_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "line_questions_one_open_per_line" ON "line_questions"("company_id", "line_id") WHERE (state = 'open'::line_question_state);

-- AddForeignKey
ALTER TABLE "line_questions" ADD CONSTRAINT "line_questions_company_id_deposit_id_fkey" FOREIGN KEY ("company_id", "deposit_id") REFERENCES "deposits"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line_questions" ADD CONSTRAINT "line_questions_company_id_line_id_fkey" FOREIGN KEY ("company_id", "line_id") REFERENCES "deposit_lines"("company_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's language cannot say: only an open question has a link, and only an answered one an answer.
ALTER TABLE "line_questions" ADD CONSTRAINT line_questions_link CHECK ((state = 'open') = (token_hash IS NOT NULL));
ALTER TABLE "line_questions" ADD CONSTRAINT line_questions_answer CHECK ((state = 'answered') = (answer <> ''));
ALTER TABLE "line_questions" ADD CONSTRAINT line_questions_closed CHECK ((state = 'open') = (closed_at IS NULL));

-- The company's own, and nobody else's. Whose question a link is about is looked up before there is a company.
CREATE POLICY own_company ON line_questions
  USING (company_id = (SELECT app_company())) WITH CHECK (company_id = (SELECT app_company()));
CREATE POLICY questions ON line_questions FOR SELECT USING ((SELECT app_scope()) = 'questions');
ALTER TABLE line_questions ENABLE ROW LEVEL SECURITY;
ALTER TABLE line_questions FORCE ROW LEVEL SECURITY;
