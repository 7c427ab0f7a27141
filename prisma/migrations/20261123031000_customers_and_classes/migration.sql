-- For whom, and for what part of the business, a difference or a line without a payment is booked.

-- AlterTable
ALTER TABLE "deposit_adjustments" ADD COLUMN     "class_id" TEXT,
ADD COLUMN     "class_name" TEXT,
ADD COLUMN     "customer_id" TEXT,
ADD COLUMN     "customer_name" TEXT;

-- AlterTable
ALTER TABLE "deposit_lines" ADD COLUMN     "booked_customer_id" TEXT,
ADD COLUMN     "booked_customer_name" TEXT,
ADD COLUMN     "class_id" TEXT,
ADD COLUMN     "class_name" TEXT;

-- What Prisma's language cannot say: customers and classes have names.
ALTER TABLE "deposit_adjustments" ADD CONSTRAINT deposit_adjustments_customer_named
  CHECK ((customer_id IS NULL) = (customer_name IS NULL));
ALTER TABLE "deposit_adjustments" ADD CONSTRAINT deposit_adjustments_class_named
  CHECK ((class_id IS NULL) = (class_name IS NULL));
ALTER TABLE "deposit_lines" ADD CONSTRAINT deposit_lines_booked_customer_named
  CHECK ((booked_customer_id IS NULL) = (booked_customer_name IS NULL));
ALTER TABLE "deposit_lines" ADD CONSTRAINT deposit_lines_class_named
  CHECK ((class_id IS NULL) = (class_name IS NULL));
