import { companiesOverview } from "@/lib/contracts/companies-overview";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { loadOverview } from "@/server/people/load-overview";

export const GET = route(companiesOverview, (ctx) => loadOverview(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
