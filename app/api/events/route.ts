import { events } from "@/lib/contracts/events";
import { followChanges } from "@/server/events/follow-changes";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(events, (ctx, { query }) => followChanges(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
