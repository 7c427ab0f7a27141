import { getCompanySettings, saveCompanySettings } from "@/lib/contracts/settings";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { loadSettings, saveSettings } from "@/server/settings/company-settings";

export const GET = route(getCompanySettings, (ctx) => loadSettings(ctx));
export const PUT = route(saveCompanySettings, (ctx, { body }) => saveSettings(ctx, body));
export const { POST, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "PUT");
