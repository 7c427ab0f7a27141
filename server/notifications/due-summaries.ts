import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { db } from "@/server/platform/db";
import { summaryDue } from "./summary-week";

interface Candidate {
  id: string;
  created_at: Date;
  summarized_on: string | null;
  time_zone: string | null;
}

/** The companies that should get their weekly summary at `at`. */
export async function dueSummaries(at: Date): Promise<string[]> {
  // Monday begins at most 14 hours before it does in UTC; before that there is nothing to look at.
  const candidates = await db("jobs").$queryRaw<Candidate[]>`
    SELECT c.id, c.created_at, c.summarized_on::text, s.time_zone
    FROM companies c LEFT JOIN company_settings s ON s.company_id = c.id
    WHERE c.summarized_on IS NULL
      OR c.summarized_on + 7 <= ((${at}::timestamptz AT TIME ZONE 'UTC') + interval '14 hours')::date`;
  return candidates
    .filter((company) => {
      const state = {
        timeZone: company.time_zone ?? DEFAULT_TIME_ZONE,
        createdAt: company.created_at,
        summarizedOn: company.summarized_on,
      };
      return summaryDue(state, at) !== null;
    })
    .map(({ id }) => id);
}
