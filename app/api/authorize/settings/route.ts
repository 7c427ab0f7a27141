import { authorizeSettings, saveAuthorizeSettings } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { readAuthorizeNetSettings } from "@/server/integrations/authorizenet-settings";
import { saveDiscount } from "@/server/integrations/save-discount";

export const GET = route(authorizeSettings, (ctx) => readAuthorizeNetSettings(ctx));
export const PUT = route(saveAuthorizeSettings, (ctx, { body }) => saveDiscount(ctx, body));
export const { POST, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "PUT");
