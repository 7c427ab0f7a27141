import { saveBank } from "@/lib/contracts/integrations";
import { route } from "@/server/http/route";
import { saveBankChoice } from "@/server/integrations/save-account-choice";

export const POST = route(saveBank, (ctx, { body }) => saveBankChoice(ctx, body));
