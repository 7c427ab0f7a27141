/** Keeps cookies from one call to the next, as a browser does. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  constructor(private readonly url: string) {}

  /** @throws Error for any answer but 200 */
  async post(path: string, body: object): Promise<Record<string, unknown>> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(`${this.url}/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    return JSON.parse(text);
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";");
    const [name = "", ...value] = pair.split("=");
    const isOver = attributes.some((each) => each.trim().toLowerCase() === "max-age=0");
    if (isOver) this.#cookies.delete(name.trim());
    else this.#cookies.set(name.trim(), value.join("="));
  }
}
