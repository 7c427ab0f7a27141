import { depositDetail } from "@/lib/contracts/deposits";
import { loadDepositDetail } from "@/server/deposits/load-deposit-detail";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(depositDetail, (ctx, { query }) => loadDepositDetail(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
