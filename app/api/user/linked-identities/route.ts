import { listLinkedIdentities as contract } from "@/lib/contracts/linked-identities";
import { listLinkedIdentities } from "@/server/auth/openid/linked-identities";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(contract, (ctx) => listLinkedIdentities(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
