import { saveStripeCategory } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { saveCategoryChoice } from "@/server/integrations/save-account-choice";

export const POST = route(saveStripeCategory, (ctx, { body }) =>
  saveCategoryChoice(ctx, "stripe", body),
);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
