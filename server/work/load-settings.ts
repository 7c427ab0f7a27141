import { z } from "zod";
import type { CompanySettings } from "@/lib/contracts/settings";
import { isTaxAsked, taxNameOf } from "@/lib/country-habits";
import { LEDGERS } from "@/lib/providers/list";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { readAdopted } from "./adopt-country";
import { wireDateFormat } from "./company";

/** Of how the ledger's company keeps its books (server/connections/company-facts.ts). */
const facts = z.object({ country: z.string(), chargesTax: z.boolean().default(false) });

function taxOf(companyFacts: unknown): CompanySettings["tax"] {
  const { country, chargesTax } = facts.safeParse(companyFacts).data ?? NOT_KNOWN;
  return { name: taxNameOf(country), asked: isTaxAsked({ country, chargesTax }) };
}

const NOT_KNOWN = { country: "", chargesTax: false };

export async function loadSettings(ctx: CompanyContext): Promise<CompanySettings> {
  const company = await db(ctx).company.findUniqueOrThrow({
    where: { id: ctx.companyId },
    include: {
      settings: true,
      integrations: {
        where: { provider: { in: LEDGERS }, status: { not: "disconnected" } },
        select: { companyFacts: true },
      },
    },
  });
  const { settings, integrations } = company;
  const [books] = integrations;
  return {
    company_name: company.name,
    currency: company.currency,
    matching_algorithm: settings?.algorithm ?? "smart",
    auto_match: settings?.autoMatch ?? true,
    auto_post: settings?.autoPost ?? false,
    daily_sync: settings?.dailySync ?? true,
    date_format: wireDateFormat(settings?.dateFormat),
    timezone: settings?.timeZone ?? DEFAULT_TIME_ZONE,
    tax: taxOf(books?.companyFacts),
    adopted: readAdopted(settings?.adopted),
  };
}
