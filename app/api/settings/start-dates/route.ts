import { saveStartDate as saveContract, startDates } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { loadStartDates } from "@/server/integrations/load-start-dates";
import { saveStartDate } from "@/server/workflows/save-start-date";

export const GET = route(startDates, (ctx) => loadStartDates(ctx));
export const PUT = route(saveContract, (ctx, { body }) => saveStartDate(ctx, body));
export const { POST, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "PUT");
