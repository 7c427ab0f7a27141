import { once } from "node:events";
import { runTraffic, type TrafficOrder } from "./run";

// Generates traffic in a separate process: receives its plan as a message, and answers with figures.
process.once("disconnect", () => process.exit(0));
const [order] = (await once(process, "message")) as [TrafficOrder];
const result = await runTraffic(order, () => process.send?.({ measuring: true }));
process.send?.({ result });
