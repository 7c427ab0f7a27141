import { supervise } from "@/tools/process/supervise";
import { loadFromChild } from "../../api/load";
import { readSmallest, writeSection } from "../../report";
import { webInstance, workerInstance } from "../instances";
import { withCompanies } from "../setup";
import { costOf, measureChecks } from "./cost";
import { followAll } from "./follow";
import { type Run, streamsText } from "./report";

/** The time after which a stream without a change looks by itself. */
const LOOK_SECONDS = 15;
/** Rounds with and without streams in turn, so that a slow moment of the machine affects both. */
const WHOLE = { rounds: 3, seconds: 2 * LOOK_SECONDS, loadSeconds: 10 };
const SMALLEST = { rounds: 1, seconds: 1, loadSeconds: 0.2 };
const STREAMS = 300;
const SMALLEST_STREAMS = 3;
const DEPOSITS = 50;

const log = (line: string) => console.error(line);

/**
 * `npm run bench:load -- --streams`: what open pages that follow the changes cost, each of another user and company.
 * Writes its section of docs/reports/load.md when run at full size; `-- --streams --smallest` writes nothing.
 * @returns the exit code: 1 when the server ended a stream
 */
export function main(args: string[]): Promise<number> {
  const {
    smallest,
    rest: [count],
  } = readSmallest(args);
  const streams = Number(count ?? (smallest ? SMALLEST_STREAMS : STREAMS));
  const { rounds, seconds, loadSeconds } = smallest ? SMALLEST : WHOLE;
  const options = { companies: streams, deposits: DEPOSITS };
  return supervise((scope) =>
    withCompanies(scope, options, log, async ({ companies }) => {
      const web = await webInstance(scope, "web", { log });
      // First: it creates the queue, without which a web process is not ready.
      for (const each of [workerInstance(scope, "worker", { log }), web]) await each.start();
      const tokens = companies.map(({ token }) => token);
      const [token = ""] = tokens;
      const url = `${web.url}/api/qb/deposit-status/?page=1&page_size=50`;
      const load = () =>
        loadFromChild(process.argv[1] ?? "", { url, token, connections: 1, seconds: loadSeconds });
      const measure = async (): Promise<Run> => ({
        idle: await costOf(web.pid(), seconds),
        page: await load(),
      });
      // Until the compiler has finished.
      await load();
      const without: Run[] = [];
      const followed: Run[] = [];
      let ended = 0;
      for (let round = 1; round <= rounds; round += 1) {
        log(`Round ${round} of ${rounds} …`);
        without.push(await measure());
        const followers = await followAll(web.url, tokens, LOOK_SECONDS * 1_000);
        followed.push(await measure());
        ended += followers.ended();
        followers.close();
      }
      const measured = [
        { streams: 0, runs: without },
        { streams, runs: followed },
      ];
      const check = await measureChecks(tokens);
      const text = streamsText(measured, check);
      console.log(`\n${text}`);
      if (streams === STREAMS && !smallest) await writeSection("streams", text);
      return ended === 0 ? 0 : 1;
    }),
  );
}
