import { apiTokenList, createApiToken as contract } from "@/lib/contracts/api-tokens";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { createApiToken } from "@/server/people/api-tokens/create-api-token";
import { listApiTokens } from "@/server/people/api-tokens/list-api-tokens";

export const GET = route(apiTokenList, (ctx) => listApiTokens(ctx));
export const POST = route(contract, (ctx, { body }) => createApiToken(ctx, body));
export const { PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "POST");
