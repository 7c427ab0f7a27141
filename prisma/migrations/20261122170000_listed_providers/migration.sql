-- Every provider of lib/providers/catalog.ts, also those that are coming soon: a version that lists one already
-- reads its rows once a later version connects it.
ALTER TYPE "provider" ADD VALUE IF NOT EXISTS 'paypal';
ALTER TYPE "provider" ADD VALUE IF NOT EXISTS 'xero';
