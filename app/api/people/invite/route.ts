import { invite as contract } from "@/lib/contracts/people";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { invite } from "@/server/people/invitations/invite";

export const POST = route(contract, (ctx, { body }) => invite(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
