import { syncCompanies as contract } from "@/lib/contracts/companies-overview";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { syncCompanies } from "@/server/people/sync-companies";

export const POST = route(contract, (ctx, { body }) => syncCompanies(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
