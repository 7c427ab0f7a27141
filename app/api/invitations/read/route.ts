import { readInvitation as contract } from "@/lib/contracts/invitations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { readInvitation } from "@/server/people/invitations/read-invitation";

export const POST = route(contract, (ctx, { body }) => readInvitation(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
