import { summary } from "@/lib/contracts/dashboard";
import { summarize } from "@/server/dashboard/summary";
import { route } from "@/server/http/route";

export const GET = route(summary, (ctx) => summarize(ctx));
