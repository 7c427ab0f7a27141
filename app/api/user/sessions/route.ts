import { listSessions as contract } from "@/lib/contracts/sessions";
import { listSessions } from "@/server/auth/list-sessions";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(contract, (ctx) => listSessions(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
