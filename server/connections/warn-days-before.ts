/** A connection that ends within so many days needs somebody: the overview counts it, and its company is told once. */
export const WARN_DAYS_BEFORE = 30;
