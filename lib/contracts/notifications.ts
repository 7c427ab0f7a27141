import { instant, messageResponse, queryNumber } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/**
 * Which mails the user gets from the company, and how an open page announces news.
 * @schema NotificationSettings
 */
export const notificationSettings = z.object({
  /** A mail about deposits that were matched. */
  email_successful_matches: z.boolean(),
  /** A mail about suggestions to decide. */
  email_match_suggestions: z.boolean(),
  /** A mail when a connection or a posting fails. */
  email_integration_issues: z.boolean(),
  /** A mail on Mondays about the week before. */
  email_weekly_summary: z.boolean(),
  /** Whether an open page shows news at once. */
  real_time_alerts: z.boolean(),
  /** Whether it also plays a sound. */
  sound_alerts: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const getNotificationSettings = defineEndpoint({
  method: "GET",
  path: "/settings/notifications/",
  summary: "Get the user's notification settings",
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

/**
 * A notification of the user.
 * @schema Notification
 */
export const notification = z.object({
  /** The notification's id. */
  id: z.string(),
  /** What it is about. */
  kind: z.enum(["match", "suggestion", "issue", "summary"]),
  /** Its headline. */
  title: z.string(),
  /** Its text. */
  body: z.string(),
  /** The path of the page about it; empty for none. */
  link: z.string(),
  /** The time of the event, or of the latest of several grouped events. */
  created_at: instant,
  /** Whether the user has read it. */
  read: z.boolean(),
});
export type NotificationView = z.infer<typeof notification>;

/** `next_cursor` of the previous answer; without it, the newest ones. */
const cursor = z
  .string()
  .regex(/^\d{1,13}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "Must be a next_cursor");

/** Newest first, paged. */
export const notificationList = defineEndpoint({
  method: "GET",
  path: "/notifications/",
  summary: "List notifications",
  access: "session",
  role: "viewer",
  apiTokens: false,
  unattended: true,
  query: z.object({
    cursor: cursor.optional(),
    /** Notifications of one answer; 20 where it isn't given. */
    page_size: queryNumber(1, 100).optional(),
  }),
  response: z.object({
    /** The newest first. */
    notifications: z.array(notification),
    /** `cursor` of the next call; null when there are no older ones. */
    next_cursor: z.string().nullable(),
    unread: z.number().int(),
  }),
});

/** With the time of the newest one. */
export const notificationCount = defineEndpoint({
  method: "GET",
  path: "/notifications/count/",
  summary: "Count unread notifications",
  access: "session",
  role: "viewer",
  apiTokens: false,
  unattended: true,
  response: z.object({
    unread: z.number().int(),
    /** When the newest one was created; null without any. */
    newest_at: instant.nullable(),
  }),
});

/** By ID, or all. */
export const readNotifications = defineEndpoint({
  method: "POST",
  path: "/notifications/read/",
  summary: "Mark notifications as read",
  access: "session",
  role: "viewer",
  apiTokens: false,
  problems: ["not_found"],
  body: z
    .object({
      /** Either these notifications … */
      ids: z.array(z.uuid()).min(1).max(100).optional(),
      /** … or all. */
      all: z.literal(true).optional(),
    })
    .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
      message: "Provide either ids or all",
    }),
  response: messageResponse.extend({ unread: z.number().int() }),
});
