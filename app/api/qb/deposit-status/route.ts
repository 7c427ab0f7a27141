import { depositList } from "@/lib/contracts/deposits";
import { listDeposits } from "@/server/deposits/list-deposits";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(depositList, (ctx, { query }) => listDeposits(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
