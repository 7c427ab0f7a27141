import {
  getNotificationSettings,
  saveNotificationSettings as saveContract,
} from "@/lib/contracts/notifications";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import {
  loadNotificationSettings,
  saveNotificationSettings,
} from "@/server/notifications/notification-settings";

export const GET = route(getNotificationSettings, (ctx) => loadNotificationSettings(ctx));
export const PUT = route(saveContract, (ctx, { body }) => saveNotificationSettings(ctx, body));
export const { POST, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "PUT");
