import { sendOtp } from "@/lib/contracts/passwords";
import { sendResetCode } from "@/server/auth/send-reset-code";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(sendOtp, (ctx, { body }) => sendResetCode(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
