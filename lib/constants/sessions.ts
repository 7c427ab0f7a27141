/** Minutes without activity after which Auto Logout ends a session. */
export const SESSION_TIMEOUTS = [15, 30, 60, 120] as const;
