import { summary } from "@/lib/contracts/dashboard";
import { summarize } from "@/server/dashboard/summary";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(summary, (ctx) => summarize(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
