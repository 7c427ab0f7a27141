import { paymentList } from "@/lib/contracts/payments";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listPayments } from "@/server/workflows/list-payments";

export const GET = route(paymentList, (ctx) => listPayments(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
