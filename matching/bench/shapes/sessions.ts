import { businessDayFrom, FIRST_DAY } from "../calendar";
import type { Random } from "../random";

/** Days on which a bookkeeper who catches up sits down, `from` to `to` days apart. */
export class Sessions {
  private readonly days: number[] = [];

  constructor(
    private readonly random: Random,
    private readonly apart: { from: number; to: number },
  ) {}

  /** The first session on or after a day. */
  after(day: number): number {
    const { random, apart, days } = this;
    let last = days[days.length - 1] ?? FIRST_DAY;
    while (last < day || days.length === 0) {
      last = businessDayFrom(last + random.between(apart.from, apart.to));
      days.push(last);
    }
    return days.find((session) => session >= day) ?? last;
  }
}
