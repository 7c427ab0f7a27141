import { endAllSessions } from "@/lib/contracts/sessions";
import { signOutEverywhere } from "@/server/auth/sign-out";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(endAllSessions, (ctx, { body }) =>
  signOutEverywhere(ctx, body.keep_current),
);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
