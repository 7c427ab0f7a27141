import type { Examples } from "./example";

const email = "ada@lovelace-books.example";
const password = "correct horse battery";
const changed = "seven silent lighthouses";

const user = {
  id: 7,
  username: "ada",
  email,
  first_name: "Ada",
  last_name: "Lovelace",
  date_joined: "2026-01-12T09:30:00.000Z",
};

/** Not a real token. */
const token = "TOKEN exampleexampleexampleexampleexampleexample0";
const signedIn = { token, user, message: "Logged in successfully!" };

const profile = {
  first_name: "Ada",
  last_name: "Lovelace",
  email,
  phone: "+1 212 555 0142",
  timezone: "America/New_York",
};

const recoveryCodes = ["w7f2-9kzq-3mxa-8dpe-5rty-1vbn", "c4hn-6jsw-0qgd-2ex8-7yka-9tpm"];
const autoLogout = { auto_logout_enabled: true, session_timeout: 30 };
const sessionId = "3f0c7a52-91d4-4f5b-8a55-6f4f2c1de9b0";
const identityId = "exampleexampleexampleexampleexampleexample0";
const saved = { message: "Settings saved successfully" };

export const accountExamples: Examples = {
  login: { body: { username: "ada", password }, response: signedIn },
  createAccount: {
    body: { username: "ada", email, password, password_confirm: password },
    response: { ...signedIn, message: "Account created successfully!" },
  },
  logout: { response: { message: "Logged out successfully" } },
  sendOtp: { body: { email }, response: { message: "OTP sent to your email" } },
  verifyOtp: { body: { email, otp: "042917" }, response: { message: "OTP verified successfully" } },
  resetPassword: {
    body: { email, new_password: changed, confirm_password: changed },
    response: { message: "Password reset successfully" },
  },
  changePassword: {
    body: { current_password: password, new_password: changed, confirm_password: changed },
    response: { message: "Password changed successfully" },
  },
  getAutoLogout: { response: autoLogout },
  saveAutoLogout: { body: autoLogout, response: saved },
  listSessions: {
    response: {
      sessions: [
        {
          id: sessionId,
          device: "Firefox on Windows",
          ip_address: "203.0.113.7",
          created_at: "2026-03-02T08:14:05.000Z",
          last_seen_at: "2026-03-05T16:40:21.000Z",
          current: true,
        },
      ],
    },
  },
  endSession: { body: { session_id: sessionId }, response: { message: "Session ended" } },
  endAllSessions: {
    body: { keep_current: true },
    response: { message: "Signed out everywhere else", ended: 2 },
  },
  exchangeSignIn: {
    body: { code: "exampleexampleexampleexampleexampleexample0" },
    response: signedIn,
  },
  twoFactorStatus: { response: { enabled: true, recovery_codes_left: 9 } },
  beginTwoFactor: {
    body: { current_password: password },
    response: {
      secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      otpauth_url:
        "otpauth://totp/Deposit%20Matcher:ada%40lovelace-books.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Deposit%20Matcher",
      qr_code: "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=",
    },
  },
  confirmTwoFactor: {
    body: { code: "273184" },
    response: { message: "Two-factor authentication is on", recovery_codes: recoveryCodes },
  },
  renewRecoveryCodes: {
    body: { current_password: password, code: "918305" },
    response: { message: "The old recovery codes no longer work", recovery_codes: recoveryCodes },
  },
  disableTwoFactor: {
    body: { current_password: password, code: "560247" },
    response: { message: "Two-factor authentication is off" },
  },
  loginSecondStep: {
    body: { challenge: "exampleexampleexampleexampleexampleexample0", code: "273184" },
    response: signedIn,
  },
  listLinkedIdentities: {
    response: {
      identities: [
        { id: identityId, provider: "Google", email, linked_at: "2026-01-12T09:30:00.000Z" },
      ],
      has_password: true,
    },
  },
  unlinkIdentity: {
    body: { identity_id: identityId, current_password: password },
    response: { message: "Google can no longer sign you in" },
  },
  getProfile: {
    response: {
      ...profile,
      username: "ada",
      has_avatar: false,
      has_password: true,
      email_confirmed: true,
      unconfirmed_email: null,
    },
  },
  saveProfile: {
    body: { ...profile, current_password: password },
    response: { ...saved, user },
  },
  confirmEmail: {
    body: { token: "exampleexampleexampleexampleexampleexample0" },
    response: { message: `${email} is confirmed`, user },
  },
  sendConfirmation: { response: { message: `We sent a link to ${email}` } },
  cancelEmailChange: { response: { message: `Your email address stays ${email}` } },
  saveAvatar: { body: { image: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ" }, response: saved },
  deleteAvatar: { response: saved },
  deleteAccount: {
    body: { current_password: password, code: "560247" },
    response: { message: "Your account was deleted" },
  },
};
