-- What another company chose in its books, by name, until it is looked up in this one's.
ALTER TABLE "company_settings" ADD COLUMN "copied" JSONB;
