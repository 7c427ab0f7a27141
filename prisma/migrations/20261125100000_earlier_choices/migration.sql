-- A choice that was undone with its whole deposit, not alone, is offered again.
ALTER TABLE "matches" ADD COLUMN IF NOT EXISTS "undone_with_deposit" BOOLEAN NOT NULL DEFAULT false;
