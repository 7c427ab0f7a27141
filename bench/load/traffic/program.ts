import { once } from "node:events";
import { runTraffic, type TrafficOrder } from "./run";

// The traffic comes from a process of its own: it takes its order by message, and answers with figures.
process.once("disconnect", () => process.exit(0));
const [order] = (await once(process, "message")) as [TrafficOrder];
const result = await runTraffic(order, () => process.send?.({ measuring: true }));
process.send?.({ result });
