import { switchCompany as contract } from "@/lib/contracts/companies";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { switchCompany } from "@/server/people/switch-company";

export const POST = route(contract, (ctx, { body }) => switchCompany(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
