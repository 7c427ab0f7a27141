import { failureList } from "@/lib/contracts/failures";
import { listFailures } from "@/server/failures/list-failures";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(failureList, (ctx) => listFailures(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
