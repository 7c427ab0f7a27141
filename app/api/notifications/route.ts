import { notificationList } from "@/lib/contracts/notifications";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listNotifications } from "@/server/notifications/list-notifications";

export const GET = route(notificationList, (ctx, { query }) => listNotifications(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
