-- What the ledger said that it created, where an undo leaves alone what was changed there since.
ALTER TABLE postings ADD COLUMN as_created jsonb;
