-- A Deposit can also hold lines of journal entries and transfers, where they are on Undeposited Funds.
ALTER TYPE "ledger_payment_kind" ADD VALUE IF NOT EXISTS 'JournalEntry';
ALTER TYPE "ledger_payment_kind" ADD VALUE IF NOT EXISTS 'Transfer';
