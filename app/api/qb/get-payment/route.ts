import { paymentList } from "@/lib/contracts/payments";
import { listPayments } from "@/server/deposits/list-payments";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(paymentList, (ctx) => listPayments(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
