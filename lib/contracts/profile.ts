import { AVATAR_TYPES } from "@/lib/constants/profile";
import { email, userRecord } from "@/lib/contracts/accounts";
import { messageResponse, name, text } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { timeZone } from "@/lib/contracts/time-zone";
import { currentPassword, secondFactor } from "@/lib/contracts/two-factor";
import * as z from "@/lib/zod";

const editable = z.object({
  first_name: name(150),
  last_name: name(150),
  /** The user's email address. A new one takes effect once it is confirmed. */
  email,
  /** A phone number as typed; empty for none. */
  phone: text(40),
  /** The time zone that the user reads times in, an IANA name. */
  timezone: timeZone,
});

/**
 * The user's own account, as they see and change it.
 * @schema Profile
 */
export const profile = editable.extend({
  username: z.string(),
  /** The time zone that the user reads times in; until they choose one, the company's. */
  timezone: z.string(),
  /** Whether the user has a picture, at /user/avatar/. */
  has_avatar: z.boolean(),
  /** False for accounts that only sign in through OpenID. */
  has_password: z.boolean(),
  /** Whether the owner has proved `email`. */
  email_confirmed: z.boolean(),
  /** Where a link was mailed that hasn't been opened yet: `email`, or the address that is to replace it. */
  unconfirmed_email: z.string().nullable(),
});
export type Profile = z.infer<typeof profile>;

export const getProfile = defineEndpoint({
  method: "GET",
  path: "/user/profile/",
  summary: "Get the user's profile",
  access: "session",
  role: "self",
  apiTokens: false,
  response: profile,
});

/** A changed email address requires `current_password`, and `code` while two-factor is on. */
export const profileChange = editable.extend({
  current_password: currentPassword,
  code: secondFactor.optional(),
});

/** A new email address requires the password, and takes effect when it is confirmed. */
export const saveProfile = defineEndpoint({
  method: "PUT",
  path: "/user/profile/",
  summary: "Save the user's profile",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["already_exists", "changed_meanwhile", "forbidden", "unusable_input"],
  body: profileChange,
  response: z.object({ message: z.string(), user: userRecord }),
});

export const AVATAR_MAX_BYTES = 524_288;

/** The image itself. */
export const getAvatar = defineEndpoint({
  method: "GET",
  path: "/user/avatar/",
  summary: "Get the user's picture",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["not_found"],
  response: z.file().mime([...AVATAR_TYPES]),
});

/** PNG, JPEG or WebP, at most 512 KB. */
export const saveAvatar = defineEndpoint({
  method: "PUT",
  path: "/user/avatar/",
  summary: "Upload a picture",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["unusable_input"],
  body: z.object({
    /** The file in Base64; its first bytes determine the type. */
    image: z
      .base64("Must be a file in Base64")
      .min(1, "Choose a picture")
      .max(Math.ceil(AVATAR_MAX_BYTES / 3) * 4, "The picture is larger than 512 KB"),
  }),
  response: messageResponse,
});

export const deleteAvatar = defineEndpoint({
  method: "DELETE",
  path: "/user/avatar/",
  summary: "Remove the picture",
  access: "session",
  role: "self",
  apiTokens: false,
  response: messageResponse,
});
