// PostgreSQL can't store U+0000, and users don't type the other control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
export const PRINTABLE = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/;
