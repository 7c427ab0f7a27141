import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { singleton } from "./singleton";

/** How a transaction begins. */
interface Begin {
  /** The statements that begin it and enter its scope. */
  text: string;
  isRead: boolean;
}

/** Set while the adapter begins a transaction. */
export const beginning = singleton("beginning", () => new AsyncLocalStorage<Begin>());

/** The answer to a statement that was not sent by itself. */
const NO_ROWS = { rows: [], fields: [], rowCount: 0 };

/**
 * Saves every transaction of the ORM a round trip: BEGIN, with the scope, is sent in one packet with the first statement.
 * A single call that only reads takes no more than that: each of its statements is a transaction in one packet. They see
 * what they would in a common one, where each sees what is committed when it begins.
 */
export class ScopedClient extends pg.Client {
  /** What the next statement is to be sent behind. */
  #begin: Begin | undefined;
  /** Resolves when what was sent behind a BEGIN has been answered. */
  #answered: Promise<unknown> = Promise.resolve();

  override query(query: unknown, ...rest: unknown[]) {
    const send = () => Reflect.apply(super.query, this, [query, ...rest]);
    // The pool's own calls come with a callback, each on a connection of its own.
    if (rest.some((each) => typeof each === "function")) return send();
    const text = textOf(query);
    const begin = text === "BEGIN" ? beginning.getStore() : undefined;
    const before = this.#begin;
    if (begin !== undefined) {
      this.#begin = begin;
      return Promise.resolve(NO_ROWS);
    }
    if (before === undefined) return send();
    const isEnd = text === "COMMIT" || text === "ROLLBACK";
    if (isEnd || !before.isRead) this.#begin = undefined;
    // At a time-out a statement may still run: until then the connection isn't free.
    return isEnd ? this.#answered.then(() => NO_ROWS) : this.#sendBehind(before, send);
  }

  async #sendBehind(begin: Begin, send: () => Promise<unknown>): Promise<unknown> {
    const { stream } = this.connection;
    stream.cork();
    // Answered in this order, so the first error is the one that is thrown: after one in `begin`, its transaction refuses the rest.
    const sent = Promise.all([
      super.query(begin.text),
      send(),
      begin.isRead && super.query("COMMIT"),
    ]);
    stream.uncork();
    this.#answered = sent.catch(() => undefined);
    return (await sent)[1];
  }
}

function textOf(query: unknown): unknown {
  return typeof query === "object" && query !== null && "text" in query ? query.text : query;
}
