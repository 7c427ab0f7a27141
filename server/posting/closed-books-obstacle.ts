import type { Integration } from "@/generated/prisma/client";
import { type CalendarDate, dateText } from "@/lib/dates";
import { dayInWords } from "@/lib/format-date";
import { readCompanyFacts, refreshCompanyFacts } from "@/server/connections/company-facts";
import type { CompanyContext } from "@/server/platform/context";
import type { ClaimedPosting } from "./claim-posting";
import { plannedOf } from "./create-planned-payments";
import { bookedOn, firstOpenDay } from "./open-day";

/**
 * Why the books take nothing dated as a posting's Deposit, or a receipt created for it; null when they do. What is
 * kept with the connection decides; where that says no, it is read anew, so that reopened books count at once.
 * @param refused QuickBooks has just said that they are closed.
 * @throws ProviderError.
 */
export async function closedBooksObstacle(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  integration: Integration,
  { refused = false } = {},
): Promise<string | null> {
  const { deposit } = posting;
  const dates = [deposit, ...plannedOf(posting)].map(({ txnDate }) =>
    bookedOn(dateText(txnDate), deposit.earliestDate),
  );
  const isClosed = (until: CalendarDate | null) =>
    until !== null && dates.some((date) => date <= until);
  const known = readCompanyFacts(integration);
  if (known && !refused && !isClosed(known.closedUntil)) return null;
  const { closedUntil } = await refreshCompanyFacts(ctx, integration);
  if (closedUntil === null || !isClosed(closedUntil)) return null;
  const openDay = dayInWords(firstOpenDay(closedUntil));
  return `The books are closed up to ${dayInWords(closedUntil)}: post on ${openDay}, or ask your accountant.`;
}
