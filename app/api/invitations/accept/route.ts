import { acceptInvitation as contract } from "@/lib/contracts/invitations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { acceptInvitation } from "@/server/people/invitations/accept-invitation";

export const POST = route(contract, (ctx, { body }) => acceptInvitation(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
