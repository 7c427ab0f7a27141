import { cancelEmailChange as contract } from "@/lib/contracts/email-confirmation";
import { cancelEmailChange } from "@/server/auth/cancel-email-change";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx) => cancelEmailChange(ctx));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
