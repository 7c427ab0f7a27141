import { revokeInvitation as contract } from "@/lib/contracts/people";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { revokeInvitation } from "@/server/people/invitations/revoke-invitation";

export const POST = route(contract, (ctx, { body }) => revokeInvitation(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
