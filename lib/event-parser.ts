interface ParsedEvent {
  name: string;
  data: string;
}

/**
 * Parses text/event-stream incrementally (WHATWG HTML, "Parsing an event stream"). Keeps an event's name and
 * data; comments are only heartbeats.
 */
export class EventParser {
  #rest = "";
  #name = "";
  #data: string[] = [];

  /** @returns the events that this chunk completes */
  push(piece: string): ParsedEvent[] {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    // The last line, or a split CRLF, may continue in the next chunk.
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#take(line));
  }

  #take(line: string): ParsedEvent[] {
    if (line === "") return this.#end();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#name = value;
    if (field === "data") this.#data.push(value);
    return [];
  }

  #end(): ParsedEvent[] {
    const event = { name: this.#name || "message", data: this.#data.join("\n") };
    const isEmpty = this.#data.length === 0;
    this.#name = "";
    this.#data = [];
    return isEmpty ? [] : [event];
  }
}
