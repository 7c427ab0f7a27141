import { Prisma } from "@/generated/prisma/client";
import type { CalendarDate } from "@/lib/dates";
import type { DateFormat } from "@/lib/format-date";
import type { LedgerWords } from "@/lib/ledger-words";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import type { CompanyContext } from "@/server/platform/context";
import { wireDateFormat } from "@/server/work/company";
import { wordsOf } from "@/server/work/ledger-words";
import { localToday } from "@/server/work/local-today";
import { type AddressOf, addressesIn, type ShownBooks, shownBooksOf } from "./book-addresses";

/** A company's facts as {@link companyColumns} reads them. */
export interface CompanyRow {
  /** Null before the company connected any. */
  books: ShownBooks | null;
  homeCurrency: string;
  /** The wire's name of it; null without settings. */
  dateFormat: DateFormat | null;
  timeZone: string | null;
  today: CalendarDate;
}

/** What is shown of a deposit depends on these facts of its company: read once for all of its deposits. */
export interface ShownCompany extends CompanyRow {
  dateFormat: DateFormat;
  timeZone: string;
  /** The words for the company's accounting software. */
  ledger: LedgerWords;
  /** Of its transactions' pages. */
  addressOf: AddressOf;
}

/** SQL: the columns of a {@link CompanyRow}. */
export function companyColumns({ companyId }: Pick<CompanyContext, "companyId">): Prisma.Sql {
  const id = Prisma.sql`${companyId}::uuid`;
  return Prisma.sql`${shownBooksOf(id)} AS books,
    (SELECT c.currency FROM companies c WHERE c.id = ${id}) AS "homeCurrency",
    (SELECT s.date_format FROM company_settings s WHERE s.company_id = ${id}) AS "dateFormat",
    (SELECT s.time_zone FROM company_settings s WHERE s.company_id = ${id}) AS "timeZone",
    ${localToday({ companyId })}::text AS today`;
}

/** @throws Error without a row: a statement without a condition has one. */
export function toShownCompany(row: CompanyRow | undefined): ShownCompany {
  if (!row) throw new Error("a query without a condition has no row");
  const { books, homeCurrency, dateFormat, timeZone, today } = row;
  return {
    ...{ books, homeCurrency, today },
    dateFormat: dateFormat ?? wireDateFormat(undefined),
    timeZone: timeZone ?? DEFAULT_TIME_ZONE,
    ledger: wordsOf(books?.provider),
    addressOf: addressesIn(books),
  };
}
