import { getAutoLogout, saveAutoLogout as saveContract } from "@/lib/contracts/sessions";
import { loadAutoLogout, saveAutoLogout } from "@/server/auth/auto-logout";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(getAutoLogout, (ctx) => loadAutoLogout(ctx));
export const PUT = route(saveContract, (ctx, { body }) => saveAutoLogout(ctx, body));
export const { POST, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "PUT");
