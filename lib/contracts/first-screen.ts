import { companyList } from "@/lib/contracts/companies";
import { onTheirWay, summary } from "@/lib/contracts/dashboard";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { existingDepositList } from "@/lib/contracts/existing-deposits";
import { suggestionList } from "@/lib/contracts/matches";
import {
  getNotificationSettings,
  notificationCount,
  notificationList,
} from "@/lib/contracts/notifications";
import { postingReview } from "@/lib/contracts/posting-review";
import { getProfile } from "@/lib/contracts/profile";
import { queue } from "@/lib/contracts/queue";
import { getAutoLogout } from "@/lib/contracts/sessions";
import { getCompanySettings } from "@/lib/contracts/settings";
import * as z from "@/lib/zod";

/**
 * What a page shows at first, in one answer: each field is what the endpoint of that name answers. Null where that one
 * is to be asked itself: it failed, or isn't of this page.
 */
export const firstScreen = defineEndpoint({
  method: "GET",
  path: "/user/first-screen/",
  summary: "Get what a page shows at first",
  access: "session",
  role: "viewer",
  apiTokens: false,
  query: z.object({
    /** Which page. */
    page: z.enum(["dashboard", "transactions"]),
  }),
  response: z.object({
    /** The Auto Logout settings. */
    auto_logout: getAutoLogout.response.nullable(),
    /** The user's companies. */
    companies: companyList.response.nullable(),
    /** The user's profile. */
    profile: getProfile.response.nullable(),
    /** The user's notification settings. */
    notification_settings: getNotificationSettings.response.nullable(),
    /** How many notifications are unread. */
    notification_count: notificationCount.response.nullable(),
    /** The newest notifications. */
    notifications: notificationList.response.nullable(),
    /** The company's settings. */
    company_settings: getCompanySettings.response.nullable(),
    /** Deposits by status. */
    summary: summary.response.nullable(),
    /** Payouts on their way to the bank. */
    on_their_way: onTheirWay.response.nullable(),
    /** The first suggestions; of the dashboard. */
    suggestions: suggestionList.response.nullable(),
    /** The deposits to review, as many as the queue lists at most; of the dashboard. */
    queue: queue.response.nullable(),
    /** What posting would do; of the dashboard. */
    posting_review: postingReview.response.nullable(),
    /** Payouts that the books may have already; of the dashboard. */
    existing_deposits: existingDepositList.response.nullable(),
  }),
});
