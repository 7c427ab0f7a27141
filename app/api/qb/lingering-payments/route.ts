import { lingeringPayments } from "@/lib/contracts/lingering-payments";
import { listLingeringPayments } from "@/server/deposits/list-lingering-payments";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(lingeringPayments, (ctx, { query }) => listLingeringPayments(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
