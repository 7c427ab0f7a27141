import { z } from "zod";
import { isCalendarDate, toDayNumber } from "@/lib/dates";
import { foundBooks } from "./found";
import { TIMEZONES } from "./guards";
import { SETTINGS } from "./settings";
import { type Books, COUNTRIES, type Desk, type XeroState } from "./state";

const day = z.string().refine(isCalendarDate).nullable().optional();
const callsLeft = z.int().min(0).nullable().optional();

/** How an organisation keeps its books, and how Xero treats it. */
export const companyInput = z.strictObject({
  /** Begins the books again, with the chart of accounts and tax rates of that country. */
  country: z.enum(COUNTRIES).optional(),
  name: z.string().min(1).optional(),
  timezone: z.enum(TIMEZONES).optional(),
  /** Of books that hold nothing yet. */
  baseCurrency: z.string().length(3).optional(),
  currencies: z.array(z.string().length(3)).optional(),
  /** The last day that is locked for all but advisers, and for all; null opens the books. */
  periodLockDate: day,
  endOfYearLockDate: day,
  /** The user may book in a locked period. */
  adviser: z.boolean().optional(),
  multicurrency: z.boolean().optional(),
  /** Of the app: 1,000 calls a day, or 5,000. */
  tier: z.enum(["starter", "core"]).optional(),
  /** Whether bank transactions are listed with the two sides of transfers among them. */
  listsTransfers: z.boolean().optional(),
  transferDeletes: z.enum(["taken", "refused"]).optional(),
  /** What becomes of changes to what is reconciled. */
  reconciledChanges: z.enum(["refused", "taken"]).optional(),
  /** Decimals of answers. */
  decimals: z.enum(["numbers", "strings"]).optional(),
  /** Dates with +0000 or without. */
  dates: z.enum(["offset", "plain"]).optional(),
  /** Scopes that count as not granted, such as `accounting.contacts`. */
  lacksScopes: z.array(z.string()).optional(),
  /** Whether one consent connects the user's other organisation, too. */
  connects: z.enum(["one", "both"]).optional(),
  /** Which scopes the app may ask for. */
  scopes: z.enum(["granular", "broad"]).optional(),
  /** What is left before the limit of this minute or day; null: more than is ever made. */
  minuteCallsLeft: callsLeft,
  dayCallsLeft: callsLeft,
  /** How X-Rate-Limit-Problem spells a limit. */
  limitWords: z
    .strictObject({
      minute: z.string().optional(),
      day: z.string().optional(),
      appminute: z.string().optional(),
      concurrent: z.string().optional(),
    })
    .optional(),
});

type CompanyInput = z.output<typeof companyInput>;

export function changeCompany(desk: Desk, input: CompanyInput) {
  const { state, now } = desk;
  const { country, name, timezone, baseCurrency, currencies } = input;
  const { minuteCallsLeft, dayCallsLeft, limitWords, connects, scopes, ...rest } = input;
  const books = country ? refounded(state, { country, name }) : desk.books;
  if (name) books.name = name;
  if (timezone) books.timezone = timezone;
  if (baseCurrency) moveHome(books, baseCurrency);
  if (currencies) books.currencies = currencies;
  for (const lock of ["periodLockDate", "endOfYearLockDate"] as const) {
    if (rest[lock] === null) delete books[lock];
    else if (rest[lock]) books[lock] = rest[lock];
  }
  for (const [behaviour, value] of Object.entries(rest)) {
    if (behaviour in books.behaviour) Object.assign(books.behaviour, { [behaviour]: value });
  }
  if (connects) state.connects = connects;
  if (scopes) state.scopes = scopes;
  Object.assign(state.limitWords, limitWords);
  const midnight = (toDayNumber(now.toISOString().slice(0, 10)) + 1) * 86_400_000;
  leave(state, "minute", minuteCallsLeft, now.getTime() + 60_000);
  leave(state, "day", dayCallsLeft, midnight);
  return { Organisation: SETTINGS.Organisation?.(books)[0], behaviour: books.behaviour };
}

function leave(
  { callsLeft: all }: XeroState,
  name: "minute" | "day",
  left: number | null | undefined,
  until: number,
): void {
  if (left === null) delete all[name];
  else if (left !== undefined) all[name] = { left, until };
}

function refounded(
  state: XeroState,
  { country, name = "Kauri & Co" }: Pick<CompanyInput, "name"> & Pick<Books, "country">,
): Books {
  const books = foundBooks(state, { country, name, today: state.today });
  state.books[state.tenantId] = books;
  return books;
}

/** The books' currency, and that of each account in it. */
function moveHome(books: Books, to: string): void {
  for (const account of Object.values(books.accounts)) {
    if (account.currency === books.baseCurrency) account.currency = to;
  }
  books.baseCurrency = to;
  books.currencies = [...new Set([to, ...books.currencies])];
}
