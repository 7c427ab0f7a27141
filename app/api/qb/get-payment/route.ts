import { paymentList } from "@/lib/contracts/payments";
import { listPayments } from "@/server/deposits/list-payments";
import { route } from "@/server/http/route";

export const GET = route(paymentList, (ctx) => listPayments(ctx));
