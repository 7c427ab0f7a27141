import type { CookieJar } from "@/server/platform/context";
import { getEnv } from "@/server/platform/env";

/**
 * The cookies of one request and its response. Scripts cannot read them, and other sites' requests do not carry them
 * (lax ones: but for links to us).
 */
export class Cookies implements CookieJar {
  readonly #given = new Map<string, string>();
  readonly #toSet: string[] = [];

  constructor(request: Request) {
    for (const pair of request.headers.get("cookie")?.split(";") ?? []) {
      const [name = "", ...value] = pair.split("=");
      this.#given.set(name.trim(), value.join("=").trim());
    }
  }

  get(name: string): string | undefined {
    return this.#given.get(prefixed(name));
  }

  set(
    name: string,
    value: string,
    { maxAgeSeconds, sameSite = "Strict" }: Parameters<CookieJar["set"]>[2],
  ): void {
    const secure = isSecure() ? "; Secure" : "";
    this.#toSet.push(
      `${prefixed(name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`,
    );
  }

  delete(name: string): void {
    this.set(name, "", { maxAgeSeconds: 0 });
  }

  toHeaders(): [name: string, value: string][] {
    return this.#toSet.map((cookie) => ["Set-Cookie", cookie]);
  }
}

function isSecure(): boolean {
  return getEnv().APP_URL.startsWith("https:");
}

/** Browsers accept a __Host- cookie only from this exact host, and only over TLS. */
function prefixed(name: string): string {
  return isSecure() ? `__Host-${name}` : name;
}
