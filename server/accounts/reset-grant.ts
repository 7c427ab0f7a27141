const GRANT_MINUTES = 10;

/** The cookie that binds a verified reset code to the browser that verified it. */
export const RESET_GRANT = { name: "reset_grant", maxAgeSeconds: GRANT_MINUTES * 60 };
