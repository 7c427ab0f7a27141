import { type NextRequest, NextResponse } from "next/server";
import {
  API_POLICY,
  newNonce,
  pageHeaders,
  pagePolicy,
  securityHeaders,
} from "@/server/http/security-headers";
import { getEnv } from "@/server/platform/env";

/** Pages and public files. The API and the build's files keep the headers of server/http/secure-by-default.ts. */
export const config = { matcher: ["/((?!_next/static/|api/(?!docs)).*)"] };

/** Pages are only read; to Next, any method is as good as GET. */
const PAGE_METHODS = ["GET", "HEAD"];

/** Puts the security headers of a page on it, and hands it the nonce that its scripts carry. */
export function proxy(request: NextRequest): NextResponse {
  const { APP_URL, HSTS } = getEnv();
  const https = APP_URL.startsWith("https:");
  if (!PAGE_METHODS.includes(request.method) && !isData(request)) {
    return new NextResponse("Method not allowed\n", {
      status: 405,
      headers: { Allow: PAGE_METHODS.join(", "), "Cache-Control": "no-store" },
    });
  }
  const isPage = !isApi(request.nextUrl.pathname);
  const nonce = newNonce();
  const development = process.env.NODE_ENV === "development";
  const policy = isPage ? pagePolicy({ nonce, https, development }) : API_POLICY;
  const response = isPage ? toPage(request, nonce, policy) : NextResponse.next();
  const own = pageHeaders(request.nextUrl.pathname);
  for (const [name, value] of [...securityHeaders(policy, HSTS), ...own]) {
    response.headers.set(name, value);
  }
  return response;
}

/** Next reads the nonce for its own scripts from the policy, the root layout from `x-nonce`. */
function toPage(request: NextRequest, nonce: string, policy: string): NextResponse {
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  return NextResponse.next({ request: { headers } });
}

/** Whether the API answers it, also under a bare documented path (next.config.mjs). */
function isData(request: NextRequest): boolean {
  const path = request.nextUrl.pathname;
  if (isApi(path)) return true;
  if (!/^\/stripe\/callback\/?$/.test(path)) {
    return /^\/(?:user|qb|authorize|webhooks|stripe)(?:\/|$)/.test(path);
  }
  return request.headers.get("content-type")?.startsWith("application/json") === true;
}

/** The bare documented paths count as pages: to data, a page's policy does no harm. */
function isApi(path: string): boolean {
  if (/^\/metrics\/?$/.test(path)) return true;
  return /^\/api(?:\/|$)/.test(path) && !/^\/api\/docs(?:\/|$)/.test(path);
}
