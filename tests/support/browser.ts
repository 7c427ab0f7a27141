import { GET, POST } from "@/app/api/auth/[...nextauth]/route";

/** A separate browser for signing in: it follows redirects and stores our cookies. */
export class Browser {
  readonly cookies = new Map<string, string>();

  /** Opens a next-auth address (path under /api/auth/), or sends a form to it. */
  async open(path: string, form?: Record<string, string>): Promise<Response> {
    const headers = new Headers({ "user-agent": "Test browser" });
    if (this.cookies.size > 0) {
      headers.set("cookie", [...this.cookies].map((pair) => pair.join("=")).join("; "));
    }
    const address = new URL(path, "http://localhost:3000/api/auth/");
    const response = form
      ? await POST(
          new Request(address, { method: "POST", headers, body: new URLSearchParams(form) }),
        )
      : await GET(new Request(address, { headers }));
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  /** Sends a form as next-auth's own pages do, with its CSRF token. */
  async submit(path: string, form: Record<string, string> = {}): Promise<Response> {
    const { csrfToken } = await (await this.open("csrf")).json();
    return this.open(path, { ...form, csrfToken });
  }

  /** Visits a provider and follows its redirect back to us. @returns the final address. */
  async signInWith(provider: string, callbackUrl = "/login"): Promise<URL> {
    return this.comeBack(await this.leaveFor(provider, callbackUrl));
  }

  /**
   * @returns the provider's address that the page opens. Pages request it as JSON: their security policy
   * blocks forms that lead to another site.
   */
  async leaveFor(provider: string, callbackUrl = "/login"): Promise<URL> {
    const answer = await this.submit(`signin/${provider}`, { callbackUrl, json: "true" });
    return new URL((await answer.json()).url);
  }

  /** Visits the provider over HTTP and sends its answer to us. */
  async comeBack(authorize: URL): Promise<URL> {
    const back = addressOf(await fetch(authorize, { redirect: "manual" }));
    return addressOf(await this.open(back.href));
  }

  #keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split(";");
    const [name = "", ...value] = pair.split("=");
    const isOver = attributes.some((attribute) => attribute.trim() === "Max-Age=0");
    if (isOver) this.cookies.delete(name);
    else this.cookies.set(name, value.join("="));
  }
}

/** A redirect's target. */
export function addressOf(response: Response): URL {
  return new URL(response.headers.get("location") ?? "", "http://localhost:3000");
}
