import { once } from "node:events";
import { type Visit, visit } from "./visitor";

// The other company, in a process of its own: "stop" ends its day, and it answers with its figures.
process.once("disconnect", () => process.exit(0));
const [order] = (await once(process, "message")) as [Visit];
let isOver = false;
process.once("message", () => {
  isOver = true;
});
const visited = await visit(order, () => isOver);
process.send?.(visited, () => process.disconnect());
