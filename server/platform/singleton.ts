/**
 * The one value of this process by that name, made at first use. Next's build has several copies of a
 * module, and development reloads them: a module's own variable is not one per process.
 */
export function singleton<T extends object>(name: string, make: () => T): T {
  const key = Symbol.for(`deposit-matcher ${name}`);
  const kept = globalThis as typeof globalThis & { [key: symbol]: T | undefined };
  kept[key] ??= make();
  return kept[key];
}
