import { messageResponse, queryNumber } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/** The Notifications tab: which mails to send, and how an open page announces new ones. */
export const notificationSettings = z.object({
  email_successful_matches: z.boolean(),
  email_match_suggestions: z.boolean(),
  email_integration_issues: z.boolean(),
  email_weekly_summary: z.boolean(),
  real_time_alerts: z.boolean(),
  sound_alerts: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const getNotificationSettings = defineEndpoint({
  method: "GET",
  path: "/settings/notifications/",
  summary: "The user's notification settings",
  access: "session",
  role: "viewer",
  apiTokens: false,
  response: notificationSettings,
});

export const saveNotificationSettings = defineEndpoint({
  method: "PUT",
  path: "/settings/notifications/",
  summary: "Save the user's notification settings",
  access: "session",
  role: "viewer",
  apiTokens: false,
  body: notificationSettings,
  response: messageResponse,
});

export const notification = z.object({
  id: z.string(),
  kind: z.enum(["match", "suggestion", "issue", "summary"]),
  title: z.string(),
  body: z.string(),
  /** Path of a page, or empty. */
  link: z.string(),
  /** The time of the event, or of the latest of several grouped events. */
  created_at: z.iso.datetime(),
  read: z.boolean(),
});
export type NotificationView = z.infer<typeof notification>;

/** Cursor: milliseconds and id of the last one received. */
const cursor = z
  .string()
  .regex(/^\d{1,13}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "Must be a next_cursor");

export const notificationList = defineEndpoint({
  method: "GET",
  path: "/notifications/",
  summary: "Notifications, newest first, paged",
  access: "session",
  role: "viewer",
  apiTokens: false,
  unattended: true,
  query: z.object({
    cursor: cursor.optional(),
    page_size: queryNumber(1, 100).optional(),
  }),
  response: z.object({
    notifications: z.array(notification),
    /** Null when there are no older ones. */
    next_cursor: z.string().nullable(),
    unread: z.number().int(),
  }),
});

export const notificationCount = defineEndpoint({
  method: "GET",
  path: "/notifications/count/",
  summary: "Number of unread notifications, and the time of the newest",
  access: "session",
  role: "viewer",
  apiTokens: false,
  unattended: true,
  response: z.object({
    unread: z.number().int(),
    newest_at: z.iso.datetime().nullable(),
  }),
});

export const readNotifications = defineEndpoint({
  method: "POST",
  path: "/notifications/read/",
  summary: "Mark notifications as read, by ID or all",
  access: "session",
  role: "viewer",
  apiTokens: false,
  body: z
    .object({
      ids: z.array(z.uuid()).min(1).max(100).optional(),
      all: z.literal(true).optional(),
    })
    .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
      message: "Provide either ids or all",
    }),
  response: messageResponse.extend({ unread: z.number().int() }),
});
