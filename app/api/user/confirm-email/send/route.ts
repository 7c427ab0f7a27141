import { sendConfirmation as contract } from "@/lib/contracts/email-confirmation";
import { sendConfirmation } from "@/server/auth/send-confirmation";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx) => sendConfirmation(ctx));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
