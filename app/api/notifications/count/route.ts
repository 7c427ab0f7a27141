import { notificationCount } from "@/lib/contracts/notifications";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { countUnread } from "@/server/notifications/count-unread";

export const GET = route(notificationCount, (ctx) => countUnread(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
