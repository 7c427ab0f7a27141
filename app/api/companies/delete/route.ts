import { deleteCompany as contract } from "@/lib/contracts/companies";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { deleteCompany } from "@/server/people/delete-company";

export const POST = route(contract, (ctx, { body }) => deleteCompany(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
