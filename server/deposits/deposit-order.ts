import { Prisma } from "@/generated/prisma/client";
import type { DepositSort } from "@/lib/contracts/values/deposits";

/** SQL: the orders of the list, of a table `d`. */
export const ORDER = {
  date: Prisma.sql`d.txn_date ASC, d.id DESC`,
  "-date": Prisma.sql`d.txn_date DESC, d.id DESC`,
  amount: Prisma.sql`d.amount ASC, d.id DESC`,
  "-amount": Prisma.sql`d.amount DESC, d.id DESC`,
  status: Prisma.sql`d.status ASC, d.id DESC`,
  "-status": Prisma.sql`d.status DESC, d.id DESC`,
  // One bank account per company: sorting by it is sorting by nothing, but not an error.
  account: Prisma.sql`d.id ASC`,
  "-account": Prisma.sql`d.id DESC`,
  // QuickBooks' ids are numbers in text; what is not posted yet comes last, either way.
  quickbooks_id: Prisma.sql`d.quickbooks_id IS NULL, length(d.quickbooks_id) ASC, d.quickbooks_id ASC, d.id DESC`,
  "-quickbooks_id": Prisma.sql`d.quickbooks_id IS NULL, length(d.quickbooks_id) DESC, d.quickbooks_id DESC, d.id DESC`,
} satisfies Record<DepositSort, Prisma.Sql>;
