import { type CalendarDate, dateInZone } from "@/lib/dates";
import { invalid } from "./refusals";
import type { Account, Books, Desk } from "./state";

/** Windows' names of the zones that the emulated organisations may have. */
const ZONES: Record<string, string> = {
  NEWZEALANDSTANDARDTIME: "Pacific/Auckland",
  GMTSTANDARDTIME: "Europe/London",
  AUSEASTERNSTANDARDTIME: "Australia/Sydney",
  EASTERNSTANDARDTIME: "America/New_York",
  PACIFICSTANDARDTIME: "America/Los_Angeles",
  "UTC+12": "Etc/GMT-12",
  UTC: "UTC",
};
export const TIMEZONES = Object.keys(ZONES);

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** What a missing date means: the day in the organisation's zone. */
export function todayOf({ books, now }: Pick<Desk, "books" | "now">): CalendarDate {
  return dateInZone(now, ZONES[books.timezone] ?? "UTC");
}

/** @throws XeroRefusal for a date on or before a lock date; advisers may pass that of the period. */
export function demandOpen(books: Books, ...dates: CalendarDate[]): void {
  const { periodLockDate, endOfYearLockDate, behaviour } = books;
  for (const date of dates) {
    if (endOfYearLockDate && date <= endOfYearLockDate)
      throw locked("end of year", endOfYearLockDate);
    if (periodLockDate && date <= periodLockDate && !behaviour.adviser) {
      throw locked("period", periodLockDate);
    }
  }
}

function locked(which: string, date: CalendarDate) {
  const [year, month, day] = date.split("-");
  const words = `${day}-${MONTHS[Number(month) - 1]}-${year}`;
  return invalid(
    `The document date cannot be before the ${which} lock date, currently set at ${words}`,
  );
}

/** @throws XeroRefusal for an entry that is reconciled, unless these books take such changes. */
export function demandUnreconciled({ behaviour }: Books, reconciled: boolean, what: string): void {
  if (!reconciled || behaviour.reconciledChanges === "taken") return;
  throw invalid(`This ${what} cannot be changed as it has been reconciled.`);
}

interface AccountRef {
  AccountID?: string | undefined;
  Code?: string | undefined;
}

/** An account by its id or, where it has one, its code. */
export function findAccount(
  { accounts }: Books,
  { AccountID, Code }: AccountRef = {},
): Account | undefined {
  if (AccountID) return accounts[AccountID.toLowerCase()];
  return Code ? Object.values(accounts).find(({ code }) => code === Code) : undefined;
}

/** @throws XeroRefusal for what is no active bank account. */
export function demandBankAccount(books: Books, ref: AccountRef | undefined): Account {
  const account = findAccount(books, ref);
  if (account?.type !== "BANK") throw invalid("A valid Bank Account must be specified.");
  if (account.status !== "ACTIVE") throw invalid(archived(account.code ?? account.name));
  return account;
}

export function archived(code: string): string {
  return `Account code '${code}' has been archived, or has been deleted. Please restore the account or choose another.`;
}

/** @throws XeroRefusal for a currency that the organisation doesn't use. */
export function demandCurrency({ currencies, baseCurrency, behaviour }: Books, code: string): void {
  const has = behaviour.multicurrency ? currencies.includes(code) : code === baseCurrency;
  if (!has) throw invalid(`Organisation is not subscribed to currency ${code}`);
}
