import { revokeApiToken as contract } from "@/lib/contracts/api-tokens";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { revokeApiToken } from "@/server/people/api-tokens/revoke-api-token";

export const POST = route(contract, (ctx, { body }) => revokeApiToken(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
