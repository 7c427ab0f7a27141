import { exchangeSignIn as contract } from "@/lib/contracts/sessions";
import { exchangeSignIn } from "@/server/auth/exchange";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => exchangeSignIn(ctx, body.code));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
