import { calibrated } from "@/matching/engine/inference/calibration";
import type { CalibrationCurve, FittedParameters } from "@/matching/engine/parameters";
import { addJudgements, type Judgement, judge } from "./accuracy";
import { generate } from "./generate";
import { LINE_SHAPES, type LineShape } from "./model";
import { TUNING_SEEDS } from "./options";
import type { Judged } from "./scoring/calibration";
import type { JudgedProposal } from "./scoring/score";

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

function observe(shape: LineShape, lines: number): JudgedProposal[] {
  return TUNING_SEEDS.flatMap(
    (seed) => judge(generate({ shape, lines, seed }), ELIGIBLE_FOR_AUTO).pairs.judged,
  );
}

/** At most this share of the automatic matches may be wrong in the books that parameters are fitted on. */
const MAX_WRONG_SHARE = 0.0003;

/**
 * The parameters of the engine under which auto would look to be right often enough and cover the most.
 * @param judged what {@link ELIGIBLE_FOR_AUTO} proposed, judged by the truth
 */
export function fitParameters(judged: readonly JudgedProposal[]): FittedParameters {
  const pairCalibration = fitCurve(judged.filter(({ isPair }) => isPair));
  const setCalibration = fitCurve(judged.filter(({ isPair }) => !isPair));
  const eligible = judged.filter(({ auto }) => auto);
  const minAutoProbability = fitThreshold(
    eligible.map(({ probability, right, isPair }) => ({
      probability: calibrated(probability, isPair ? pairCalibration : setCalibration),
      right,
    })),
  );
  return { minAutoProbability, pairCalibration, setCalibration };
}

/** Marks as automatic all that the policy allows, however improbable; probabilities as they are. */
const ELIGIBLE_FOR_AUTO: FittedParameters = {
  minAutoProbability: 0,
  pairCalibration: null,
  setCalibration: null,
};

/** The prior that the probabilities are right already counts for this many observations. */
const PRIOR_STRENGTH = 10;
const MIN_SLOPE = 0.05;
const NEWTON_STEPS = 50;
/** A step that gains less than this, in nats, is the last. */
const MIN_GAIN = 1e-6;
const HALVINGS = 30;

/**
 * Platt scaling: logistic regression of being right on the log2 odds of the probability, by Newton's
 * method with step halving, shrunk to the identity.
 */
export function fitCurve(observations: readonly Judged[]): CalibrationCurve {
  let curve: CalibrationCurve = { slope: 1, offset: 0 };
  let loss = lossOf(curve, observations);
  for (let i = 0; i < NEWTON_STEPS; i++) {
    const step = newtonStep(curve, observations);
    const next = firstBetter(curve, step, loss, observations);
    if (!next) break;
    const gain = loss - next.loss;
    curve = next.curve;
    loss = next.loss;
    if (gain < MIN_GAIN) break;
  }
  return { slope: Math.max(MIN_SLOPE, curve.slope), offset: curve.offset };
}

/** The longest of the halved steps that lowers the loss. */
function firstBetter(
  { slope, offset }: CalibrationCurve,
  step: CalibrationCurve,
  loss: number,
  observations: readonly Judged[],
): { curve: CalibrationCurve; loss: number } | null {
  for (let i = 0; i < HALVINGS; i++) {
    const share = 2 ** -i;
    const curve = { slope: slope + share * step.slope, offset: offset + share * step.offset };
    const next = lossOf(curve, observations);
    if (next < loss) return { curve, loss: next };
  }
  return null;
}

/** Negative log likelihood and penalty, in nats. */
function lossOf({ slope, offset }: CalibrationCurve, observations: readonly Judged[]): number {
  let loss = (PRIOR_STRENGTH / 2) * ((slope - 1) ** 2 + offset ** 2);
  for (const { probability, right } of observations) {
    const logit = (slope * oddsOf(probability) + offset) * Math.LN2;
    const against = right ? -logit : logit;
    loss += Math.max(0, against) + Math.log1p(Math.exp(-Math.abs(against)));
  }
  return loss;
}

/** The inverse Hessian times the gradient; odds in bits, so derivatives carry a factor of ln 2. */
function newtonStep(
  { slope, offset }: CalibrationCurve,
  observations: readonly Judged[],
): CalibrationCurve {
  const gradient = { slope: PRIOR_STRENGTH * (1 - slope), offset: -PRIOR_STRENGTH * offset };
  let [bySlope, mixed, byOffset] = [PRIOR_STRENGTH, 0, PRIOR_STRENGTH];
  for (const { probability, right } of observations) {
    const odds = oddsOf(probability);
    const expected = 1 / (1 + 2 ** -(slope * odds + offset));
    const residual = (Number(right) - expected) * Math.LN2;
    const variance = expected * (1 - expected) * Math.LN2 ** 2;
    gradient.slope += residual * odds;
    gradient.offset += residual;
    bySlope += variance * odds * odds;
    mixed += variance * odds;
    byOffset += variance;
  }
  const determinant = bySlope * byOffset - mixed * mixed;
  return {
    slope: (byOffset * gradient.slope - mixed * gradient.offset) / determinant,
    offset: (bySlope * gradient.offset - mixed * gradient.slope) / determinant,
  };
}

/** In bits. */
function oddsOf(probability: number): number {
  return Math.log2(probability / (1 - probability));
}

/** The lowest probability from which on few enough observations are wrong; 1 if there is none. */
export function fitThreshold(observations: readonly Judged[]): number {
  const sorted = [...observations].sort((a, b) => b.probability - a.probability);
  let threshold = 1;
  let wrong = 0;
  for (const [i, { probability, right }] of sorted.entries()) {
    if (!right) wrong++;
    // Equal probabilities are accepted or refused together.
    const isLast = sorted[i + 1]?.probability !== probability;
    if (isLast && wrong <= MAX_WRONG_SHARE * (i + 1)) threshold = probability;
  }
  return threshold;
}
