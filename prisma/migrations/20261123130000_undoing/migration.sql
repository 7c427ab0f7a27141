-- What an undo returns to when QuickBooks refuses it, or its process dies.
ALTER TABLE "postings" ADD COLUMN "undoing_from" "posting_state";
