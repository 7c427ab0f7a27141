import { existingDepositList as contract } from "@/lib/contracts/existing-deposits";
import { listExisting } from "@/server/existing/list-existing";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(contract, (ctx, { query }) => listExisting(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
