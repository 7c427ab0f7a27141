import { endSession } from "@/lib/contracts/sessions";
import { endSessionById } from "@/server/auth/sign-out";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(endSession, (ctx, { body }) => endSessionById(ctx, body.session_id));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
