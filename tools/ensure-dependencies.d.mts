export function ensureDependencies(options: { log: (line: string) => void }): Promise<void>;
