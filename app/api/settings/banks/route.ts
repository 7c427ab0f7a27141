import { bankSettings, saveBankSetting as saveContract } from "@/lib/contracts/line-settings";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { loadBankSettings } from "@/server/integrations/load-bank-settings";
import { saveBankSetting } from "@/server/workflows/save-bank-setting";

export const GET = route(bankSettings, (ctx) => loadBankSettings(ctx));
export const PUT = route(saveContract, (ctx, { body }) => saveBankSetting(ctx, body));
export const { POST, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "PUT");
