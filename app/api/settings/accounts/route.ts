import { accountSettings, saveAccountSetting } from "@/lib/contracts/bookings";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { loadAccountSettings } from "@/server/integrations/load-account-settings";
import { saveKindAccount } from "@/server/workflows/save-kind-account";

export const GET = route(accountSettings, (ctx) => loadAccountSettings(ctx));
export const PUT = route(saveAccountSetting, (ctx, { body }) => saveKindAccount(ctx, body));
export const { POST, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "PUT");
