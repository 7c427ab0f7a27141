import { once } from "node:events";
import type { DayName, Visit } from "./days";
import { visit } from "./visitor";

// The other company, in a process of its own. It says "begun"; "stop" ends its day, and it answers with its figures.
process.once("disconnect", () => process.exit(0));
const [order] = (await once(process, "message")) as [Visit & { day: DayName }];
let isOver = false;
process.once("message", () => {
  isOver = true;
});
const visited = await visit(order, {
  begun: () => process.send?.("begun"),
  isOver: () => isOver,
});
process.send?.(visited, () => process.disconnect());
