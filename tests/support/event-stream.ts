import { EventParser } from "@/lib/event-parser";
import { handlerOf } from "./client";

type Json = ReturnType<typeof JSON.parse>;

/** A stream of events as a browser reads it; every event is kept. */
export class Followed {
  readonly events: { name: string; data: Json }[] = [];
  text = "";
  ended = false;

  private constructor(
    readonly response: Response,
    private readonly leaving: AbortController,
  ) {
    void this.#read();
  }

  static async open(token: string, query = ""): Promise<Followed> {
    const handler = await handlerOf("GET", "/api/events/");
    const leaving = new AbortController();
    const request = new Request(`http://localhost:3000/api/events/${query}`, {
      headers: { authorization: token },
      signal: leaving.signal,
    });
    return new Followed(await handler(request), leaving);
  }

  /** Data of each event with a name, in order of arrival. */
  of(name: string): Json[] {
    return this.events.filter((event) => event.name === name).map(({ data }) => data);
  }

  /** Closes the stream, as when the page is closed. */
  leave(): void {
    this.leaving.abort();
  }

  async #read(): Promise<void> {
    const parser = new EventParser();
    const decoder = new TextDecoder();
    for await (const bytes of this.response.body ?? []) {
      const piece = decoder.decode(bytes, { stream: true });
      this.text += piece;
      for (const { name, data } of parser.push(piece)) {
        this.events.push({ name, data: JSON.parse(data) });
      }
    }
    this.ended = true;
  }
}
