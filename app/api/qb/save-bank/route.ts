import { saveBank } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { saveBankChoice } from "@/server/integrations/save-account-choice";

export const POST = route(saveBank, (ctx, { body }) => saveBankChoice(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
