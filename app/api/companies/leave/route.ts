import { leaveCompany as contract } from "@/lib/contracts/companies";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { leaveCompany } from "@/server/people/leave-company";

export const POST = route(contract, (ctx, { body }) => leaveCompany(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
