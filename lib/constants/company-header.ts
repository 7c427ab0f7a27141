/**
 * The company that a request is about, and on a response the one that it was about. Without it: the session's own,
 * as for the documented clients.
 */
export const COMPANY_HEADER = "X-Company-Id";

/** In the address of a page that a mail links to: the company that it belongs to. */
export const COMPANY_PARAMETER = "company";
