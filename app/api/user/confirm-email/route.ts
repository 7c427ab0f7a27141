import { confirmEmail as contract } from "@/lib/contracts/email-confirmation";
import { confirmEmail } from "@/server/auth/confirm-email";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => confirmEmail(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
