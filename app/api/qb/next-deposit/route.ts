import { nextDeposit as contract } from "@/lib/contracts/deposit-queue";
import { nextDeposit } from "@/server/deposits/next-deposit";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(contract, (ctx, { query }) => nextDeposit(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
