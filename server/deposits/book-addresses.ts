import { type Integration, Prisma } from "@/generated/prisma/client";
import type { LedgerPaymentKind } from "@/lib/constants/payments";
import type { ProviderId } from "@/lib/providers/list";
import { readCompanyFacts } from "@/server/connections/company-facts";
import type { CompanyFacts } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
import { ledgerOf } from "@/server/work/ledger-words";

/** What is shown of a deposit depends on these facts of the company's books. */
export interface ShownBooks {
  provider: ProviderId;
  /** See {@link CompanyFacts.shortCode}. */
  shortCode: string | null;
  /** The part of them that says where payments wait. */
  settings: Prisma.JsonValue;
}

/** The page of a transaction in the books, "Deposit" for what a payout became; "" where it has none. */
export type AddressOf = (id: string | null, kind?: LedgerPaymentKind | "Deposit") => string;

/** @param books null before any were connected: QuickBooks is what is meant then. */
export function addressesIn(books: Pick<ShownBooks, "provider" | "shortCode"> | null): AddressOf {
  const { provider, shortCode } = books ?? { provider: "quickbooks", shortCode: null };
  const ledger = getLedger(provider);
  return (id, kind = "Deposit") => (id ? ledger.addressOf(id, kind, shortCode) : "");
}

/** Of books whose connection is at hand. */
export function addressesOf(
  books: Pick<Integration, "provider" | "companyFacts"> | null,
): AddressOf {
  return addressesIn(
    books && {
      provider: books.provider,
      shortCode: readCompanyFacts(books)?.shortCode ?? null,
    },
  );
}

/** SQL: a company's {@link ShownBooks}, connected or, where none are, the last ones; NULL before the first. */
export function shownBooksOf(companyId: Prisma.Sql): Prisma.Sql {
  const fact = Prisma.sql`jsonb_build_object('provider', l.provider, 'shortCode', l.company_facts ->> 'shortCode',
    'settings', jsonb_build_object('paymentAccounts', l.settings -> 'paymentAccounts'))`;
  return ledgerOf(companyId, fact);
}
