import { QuickBooksFault } from "./faults";
import { presented } from "./present";
import { asEntityName, type QuickBooksState, wireTime } from "./state";

const DAYS_BACK = 30;
/** Of all entities together: what is left out is not told. */
const MOST = 1000;

/**
 * Change data capture: objects created, changed or deleted since a time, by entity.
 * @throws QuickBooksFault when the time is unreadable or more than 30 days back.
 */
export function changedSince(query: URLSearchParams, state: QuickBooksState, now: Date) {
  // A plus sign of an offset arrives as a space when the client did not escape it.
  const since = Date.parse((query.get("changedSince") ?? "").replace(" ", "+"));
  if (Number.isNaN(since)) throw refused("changedSince is not a date and time");
  if (now.getTime() - since > DAYS_BACK * 86_400_000) {
    throw refused(`changedSince must be within the last ${DAYS_BACK} days`);
  }
  let left = MOST;
  const groups = (query.get("entities") ?? "").split(",").map((wanted) => {
    const name = asEntityName(wanted.trim());
    if (!name) throw refused(`Invalid entity: ${wanted}`);
    const changed = Object.values(state.entities[name])
      .filter(({ MetaData }) => Date.parse(MetaData.LastUpdatedTime) >= since)
      .sort(
        (a, b) => Date.parse(b.MetaData.LastUpdatedTime) - Date.parse(a.MetaData.LastUpdatedTime),
      )
      .map((entity) => presented(state, name, entity));
    const gone = state.deleted
      .filter((each) => each.name === name && Date.parse(each.at) >= since)
      .map(({ Id, at }) => ({
        domain: "QBO",
        status: "Deleted",
        Id,
        MetaData: { LastUpdatedTime: wireTime(new Date(at)) },
      }));
    const rows = [...gone, ...changed].slice(0, left);
    left -= rows.length;
    return rows.length ? { [name]: rows, startPosition: 1, maxResults: rows.length } : {};
  });
  return { CDCResponse: [{ QueryResponse: groups }] };
}

function refused(detail: string): QuickBooksFault {
  return new QuickBooksFault("4001", "Invalid query", detail);
}
