import { queue } from "@/lib/contracts/queue";
import { loadQueue } from "@/server/dashboard/load-queue";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(queue, (ctx, { query }) => loadQueue(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
