/** The period of one point of the dashboard's chart. */
export const TREND_UNITS = ["week", "month"] as const;
