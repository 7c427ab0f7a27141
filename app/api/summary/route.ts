import { summary } from "@/lib/contracts/dashboard";
import { summarizeDashboard } from "@/server/dashboard/summarize-dashboard";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(summary, (ctx) => summarizeDashboard(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
