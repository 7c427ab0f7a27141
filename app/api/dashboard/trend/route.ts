import { trend } from "@/lib/contracts/dashboard";
import { loadTrend } from "@/server/dashboard/load-trend";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(trend, (ctx, { query }) => loadTrend(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
