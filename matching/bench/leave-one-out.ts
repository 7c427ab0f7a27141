import type { FittedParameters } from "@/matching/engine/parameters";
import { addJudgements, type Judgement, judge } from "./accuracy";
import { ELIGIBLE_FOR_AUTO, fitParameters } from "./fitting/fit-parameters";
import { generate } from "./generate";
import { LINE_SHAPES, type LineShape } from "./model";
import { TUNING_SEEDS } from "./options";
import type { Judged } from "./scoring/score";

/** One shape under parameters from three sources. */
export interface LeftOut {
  shape: LineShape;
  /** The parameters that the product ships. */
  shipped: Judgement;
  /** Refitted by the same procedure on all shapes, this one among them, and on all but this one. */
  refitted: Judgement;
  leftOut: Judgement;
  parameters: FittedParameters;
}

interface LeaveOneOutRequest {
  shapes: readonly LineShape[];
  /** Seeds that judge; tuning seeds fit. */
  seeds: readonly number[];
  lines: number;
  onShape?: (shape: LineShape) => void;
}

/**
 * Fits the parameters on the tuning seeds of all shapes but one and judges that one. What separates
 * `refitted` from `leftOut` is what knowing the shape is worth; what separates `shipped` from `refitted`
 * is how the parameters were chosen.
 */
export function measureLeaveOneOut(request: LeaveOneOutRequest): LeftOut[] {
  const { shapes, seeds, lines, onShape = () => {} } = request;
  const observed = new Map(LINE_SHAPES.map((shape) => [shape, observe(shape, lines)] as const));
  const fitOn = (isIncluded: (shape: LineShape) => boolean) =>
    fitParameters([...observed].flatMap(([shape, judged]) => (isIncluded(shape) ? judged : [])));
  const ofAll = fitOn(() => true);
  return shapes.map((shape) => {
    onShape(shape);
    const parameters = fitOn((each) => each !== shape);
    const datasets = seeds.map((seed) => generate({ shape, lines, seed }));
    const judgeWith = (chosen?: FittedParameters) =>
      addJudgements(datasets.map((dataset) => judge(dataset, chosen)));
    return {
      shape,
      shipped: judgeWith(),
      refitted: judgeWith(ofAll),
      leftOut: judgeWith(parameters),
      parameters,
    };
  });
}

function observe(shape: LineShape, lines: number): Judged[] {
  return TUNING_SEEDS.flatMap(
    (seed) => judge(generate({ shape, lines, seed }), ELIGIBLE_FOR_AUTO).pairs.judged,
  );
}
