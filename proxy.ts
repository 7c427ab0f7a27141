import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import {
  API_POLICY,
  pageHeaders,
  pagePolicy,
  securityHeaders,
} from "@/server/http/security-headers";
import { getEnv } from "@/server/platform/env";

/** Pages and public files. The API and the build's files keep the headers of server/http/secure-by-default.ts. */
export const config = { matcher: ["/((?!_next/static/|api/(?!docs)).*)"] };

/** Puts the security headers of a page on it, and hands it the nonce that its scripts carry. */
export function proxy(request: NextRequest): NextResponse {
  const https = getEnv().APP_URL.startsWith("https:");
  const isPage = !isApi(request.nextUrl.pathname);
  const nonce = randomBytes(16).toString("base64");
  const development = process.env.NODE_ENV === "development";
  const policy = isPage ? pagePolicy({ nonce, https, development }) : API_POLICY;
  const response = isPage ? toPage(request, nonce, policy) : NextResponse.next();
  const own = pageHeaders(request.nextUrl.pathname);
  for (const [name, value] of [...securityHeaders(policy, { https }), ...own]) {
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

/** The bare documented paths count as pages: to data, a page's policy does no harm. */
function isApi(path: string): boolean {
  if (/^\/metrics\/?$/.test(path)) return true;
  return path.startsWith("/api/") && !/^\/api\/docs\/?$/.test(path);
}
