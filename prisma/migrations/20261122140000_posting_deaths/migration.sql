-- A posting that kills each worker that takes it is parked.

-- AlterTable
ALTER TABLE "postings" ADD COLUMN     "deaths" INTEGER NOT NULL DEFAULT 0;

-- What Prisma's language cannot say.
ALTER TABLE "postings" ADD CONSTRAINT postings_deaths CHECK (deaths >= 0);
