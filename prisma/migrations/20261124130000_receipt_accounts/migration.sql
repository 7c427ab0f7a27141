-- The account that the sales of a receipt's product are booked to, as the ledger named it when it was planned.
ALTER TABLE "planned_payments" ADD COLUMN "item_account_name" TEXT;
