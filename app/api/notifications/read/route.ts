import { readNotifications } from "@/lib/contracts/notifications";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { markRead } from "@/server/notifications/mark-read";

export const POST = route(readNotifications, (ctx, { body }) => markRead(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
