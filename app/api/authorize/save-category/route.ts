import { saveAuthorizeCategory } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { saveCategoryChoice } from "@/server/integrations/save-account-choice";

export const POST = route(saveAuthorizeCategory, (ctx, { body }) =>
  saveCategoryChoice(ctx, "authorizenet", body),
);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
