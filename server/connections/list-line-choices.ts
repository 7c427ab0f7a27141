import type { LineLists } from "@/lib/contracts/line-settings";
import { readCompanyFacts, refreshCompanyFacts } from "./company-facts";
import { credentialStore } from "./credential-store";
import { findLedger } from "./find";
import type { CompanyContext } from "@/server/platform/context";
import { isAbroad } from "@/server/providers/is-abroad";
import type { LedgerListEntry } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";

/** What lines of a Deposit can carry. Empty while no ledger is connected, or its access has expired. */
export async function listLineChoices(ctx: CompanyContext): Promise<LineLists> {
  const integration = await findLedger(ctx);
  if (integration?.status !== "connected") {
    return { tax_codes: [], classes: [], locations: [], payment_methods: [] };
  }
  const ledger = getLedger();
  const credentials = credentialStore(ctx, integration);
  const facts =
    readCompanyFacts(integration) ?? (await refreshCompanyFacts(ctx, integration, credentials));
  const [taxCodes, classes, locations, methods] = await Promise.all([
    isAbroad(facts) ? ledger.taxCodes(credentials) : [],
    facts.tracksClasses ? ledger.classes(credentials) : [],
    facts.tracksLocations ? ledger.locations(credentials) : [],
    ledger.paymentMethods(credentials),
  ]);
  return {
    tax_codes: taxCodes.map(toWire),
    classes: classes.map(toWire),
    locations: locations.map(toWire),
    payment_methods: methods.map(toWire),
  };
}

function toWire({ id, name }: LedgerListEntry) {
  return { Id: id, Name: name };
}
