import { lineSettings, saveLineSettings as saving } from "@/lib/contracts/line-settings";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { loadLineSettings } from "@/server/integrations/load-line-settings";
import { saveLineSettings } from "@/server/workflows/save-line-settings";

export const GET = route(lineSettings, (ctx) => loadLineSettings(ctx));
export const PUT = route(saving, (ctx, { body }) => saveLineSettings(ctx, body));
export const { POST, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "PUT");
