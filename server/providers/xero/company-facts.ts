import { ProviderError } from "@/server/providers/errors";
import type { CompanyFacts } from "@/server/providers/ledger";
import { isFailure, type Store, type XeroApi } from "./api";
import { action, listOf, organisation } from "./schemas";
import { readTracking } from "./tracking";

/** How the organisation keeps its books. */
export async function readCompanyFacts(api: XeroApi, store: Store): Promise<CompanyFacts> {
  const about = await readOrganisation(api, store);
  const may = await readActions(api, store);
  const [first, second] = await readTracking(api, store);
  return {
    country: about.CountryCode?.toUpperCase() || "ZZ",
    multicurrency: may("UseMulticurrency"),
    closedUntil: closedUntil(about, may("PublishToLockedPeriod")),
    tracksClasses: first !== undefined,
    tracksLocations: second !== undefined,
    chargesTax: about.PaysTax,
    shortCode: about.ShortCode || null,
  };
}

/** The last day that is closed to the connected user. */
export async function readClosedUntil(api: XeroApi, store: Store): Promise<string | null> {
  const about = await readOrganisation(api, store);
  if (!about.PeriodLockDate) return about.EndOfYearLockDate ?? null;
  return closedUntil(about, (await readActions(api, store))("PublishToLockedPeriod"));
}

type Organisation = Awaited<ReturnType<typeof readOrganisation>>;

// Advisers may book before the first date, none before the second.
function closedUntil(
  { PeriodLockDate, EndOfYearLockDate }: Organisation,
  passesPeriod: boolean,
): string | null {
  const binding = [EndOfYearLockDate, passesPeriod ? null : PeriodLockDate];
  return (
    binding
      .flatMap((date) => date ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}

export async function readOrganisation(api: XeroApi, store: Store) {
  const asked = { what: "organisation", path: "Organisation" };
  const { rows } = await api.call(store, asked, listOf("Organisations", organisation));
  const [about] = rows;
  if (about) return about;
  throw new ProviderError("xero", "unavailable", "organisation: the answer has none", {
    code: "unexpected_reply",
  });
}

/** Where Xero doesn't say, nothing is allowed: both lock dates bind. */
async function readActions(api: XeroApi, store: Store): Promise<(name: string) => boolean> {
  try {
    const asked = { what: "actions", path: "Organisation/Actions" };
    const { rows } = await api.call(store, asked, listOf("Actions", action));
    return (name) => rows.some(({ Name, Status }) => Name === name && Status === "ALLOWED");
  } catch (error) {
    if (!isFailure(error, "not_found", "rejected", "forbidden")) throw error;
    return () => false;
  }
}
