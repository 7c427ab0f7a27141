import { confidence } from "@/lib/contracts/dashboard";
import { loadConfidence } from "@/server/dashboard/load-confidence";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(confidence, (ctx) => loadConfidence(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
