import { saveClearing } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { saveClearingChoice } from "@/server/integrations/save-account-choice";

export const POST = route(saveClearing, (ctx, { body }) => saveClearingChoice(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
