import { COMPANY_HEADER } from "@/lib/constants/company-header";

/** Applies to every call; shown in the document and at the top of its page. */
export const CONVENTIONS = [
  "Every path is served under /api, with and without the trailing slash, and never redirected. Paths under /user, /qb, /stripe and /authorize also answer without /api.",
  "Sign in, then send the `token` from the response, unchanged, in the Authorization header: `TOKEN …`. Cookies are ignored. Programs send an API token of one company, from Settings → People, the same way: `TOKEN dmat_…`, or `Bearer dmat_…`.",
  `A session belongs to a company; ${COMPANY_HEADER} names another one of yours for a single call. Each endpoint states the least role it takes: viewer, bookkeeper, admin or owner. Without it, the answer is 403. API tokens have a role too, in their own company alone, and each endpoint says whether it takes them.`,
  "Bodies are JSON in UTF-8, declared as application/json. Unlisted fields of a body are ignored; a body is ignored where none is listed. Parameters that aren't listed, have no value or are given twice are refused.",
  'Amounts are decimal strings ("1234.50") with their ISO currency, dates are calendar dates (YYYY-MM-DD), times are ISO 8601 in UTC. Empty text or null means none, as each field states.',
  "Errors are JSON with `message` for people, `code` for programs, `fields` where input is wrong, and `request_id`. A valid X-Request-Id you send is kept.",
  "A method that a path doesn't have is refused with 405 and `Allow`, which OPTIONS answers too. HEAD is one of them, except for health checks and this document: some GETs start work, which their summaries say. Don't prefetch those.",
  "Other websites can't call the API from a browser: it has no CORS headers. Call it from a server.",
  "Answers gain fields, enumerations gain values and errors gain codes without notice: ignore what you don't know. Nothing else changes within a major version of the product, which `info.version` follows (semantic versions). What is to be removed is marked `deprecated` here and named in the changelog for at least one minor version before.",
] as const;
