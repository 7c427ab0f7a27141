const BINS = 15;

/** Something that was stated with a probability, and whether it came true. */
export interface Judged {
  /** 0 to 1. */
  probability: number;
  right: boolean;
}

/** Proposals of like probability: what was promised, what came true. */
export interface Bin {
  count: number;
  lowest: number;
  highest: number;
  /** Means over the bin. */
  probability: number;
  right: number;
}

/** Fifteen bins of equally many proposals, the least probable first. */
export function reliability(judged: readonly Judged[]): Bin[] {
  const sorted = [...judged].sort((a, b) => a.probability - b.probability);
  const bins: Bin[] = [];
  for (let i = 0; i < BINS; i++) {
    const from = Math.floor((i * sorted.length) / BINS);
    const members = sorted.slice(from, Math.floor(((i + 1) * sorted.length) / BINS));
    const [first, last] = [members[0], members[members.length - 1]];
    if (!first || !last) continue;
    bins.push({
      count: members.length,
      lowest: first.probability,
      highest: last.probability,
      probability: members.reduce((sum, each) => sum + each.probability, 0) / members.length,
      right: members.filter((each) => each.right).length / members.length,
    });
  }
  return bins;
}

/** Expected calibration error: the mean gap between promise and truth, weighted by the bins. */
export function calibrationError(bins: readonly Bin[]): number {
  const total = bins.reduce((sum, bin) => sum + bin.count, 0);
  if (total === 0) return 0;
  return (
    bins.reduce((sum, bin) => sum + Math.abs(bin.probability - bin.right) * bin.count, 0) / total
  );
}

/** The error that a perfect statement would show, because bins are samples: mean absolute deviation. */
export function errorByChance(bins: readonly Bin[]): number {
  let sum = 0;
  let total = 0;
  for (const { count, probability } of bins) {
    sum += Math.sqrt((2 / Math.PI) * count * probability * (1 - probability));
    total += count;
  }
  return total === 0 ? 0 : sum / total;
}

/** Standard deviations of a 95 % interval. */
const Z = 1.96;

/** 95 % interval of the share that is right (Wilson's). */
export function rightInterval(judged: readonly Judged[]): readonly [low: number, high: number] {
  const count = judged.length;
  if (count === 0) return [0, 1];
  const share = judged.filter(({ right }) => right).length / count;
  const middle = share + Z ** 2 / (2 * count);
  const spread = Z * Math.sqrt((share * (1 - share)) / count + Z ** 2 / (4 * count ** 2));
  const scale = 1 + Z ** 2 / count;
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)];
}
