import { removeMember as contract } from "@/lib/contracts/people";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { removeMember } from "@/server/people/remove-member";

export const POST = route(contract, (ctx, { body }) => removeMember(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
