import { unlinkIdentity as contract } from "@/lib/contracts/linked-identities";
import { unlinkIdentity } from "@/server/auth/openid/linked-identities";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => unlinkIdentity(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
