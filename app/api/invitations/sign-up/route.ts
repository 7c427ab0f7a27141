import { signUpInvited as contract } from "@/lib/contracts/invitations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { signUpInvited } from "@/server/people/invitations/sign-up-invited";

export const POST = route(contract, (ctx, { body }) => signUpInvited(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
