import { JsonReporter, type SerializedError, type TestModule } from "vitest/node";

/** Vitest's JSON report plus errors raised outside tests, which fail a run but are missing from the original. */
export default class JsonReport extends JsonReporter {
  #uncaught: string[] = [];

  override async onTestRunEnd(
    modules: TestModule[],
    errors: readonly SerializedError[] = [],
  ): Promise<void> {
    this.#uncaught = errors.map(({ VITEST_TEST_PATH: path = "", stack, message }) =>
      [`While ${path} ran`, stack ?? message].join("\n"),
    );
    await super.onTestRunEnd(modules);
  }

  override async writeReport(report: string): Promise<void> {
    await super.writeReport(JSON.stringify({ ...JSON.parse(report), uncaught: this.#uncaught }));
  }
}
