/** What a point of the dashboard's chart stands for. */
export const TREND_UNITS = ["week", "month"] as const;
