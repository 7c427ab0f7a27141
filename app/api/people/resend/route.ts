import { resendInvitation as contract } from "@/lib/contracts/people";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { resendInvitation } from "@/server/people/invitations/resend-invitation";

export const POST = route(contract, (ctx, { body }) => resendInvitation(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
