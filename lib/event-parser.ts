interface ParsedEvent {
  name: string;
  data: string;
}

/**
 * Reads text/event-stream as it comes, in whatever pieces (WHATWG HTML, "Parsing an event stream"). Of
 * what an event may carry it keeps the name and the data; comments are signs of life and nothing else.
 */
export class EventParser {
  #rest = "";
  #name = "";
  #data: string[] = [];

  /** Takes the next piece. @returns the events that it completed */
  push(piece: string): ParsedEvent[] {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    // The last one may go on with the next piece; so may a line break that was cut in two.
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
