-- A further payment processor or account that was connected without a start date: matches of payouts dated before are
-- held for a review, also where the company posts by itself. What is connected already keeps what it has.

-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "posts_from" DATE;
