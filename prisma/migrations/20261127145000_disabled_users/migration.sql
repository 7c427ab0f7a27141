-- Set by the operator: the user can't sign in.
ALTER TABLE "users" ADD COLUMN "disabled_at" TIMESTAMPTZ(3);
