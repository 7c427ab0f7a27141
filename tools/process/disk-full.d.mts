export declare const DISK_FULL: string;
export declare function isDiskFull(error: unknown): boolean;
