/**
 * One line as users type it. Refused are control characters, line breaks (in a mail they would let a name
 * continue as text of ours) and marks that turn the reading direction, which hide what a name says.
 */
export const ONE_LINE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  /^[^\u0000-\u001f\u007f-\u009f\u061c\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/;

/** Several lines: as {@link ONE_LINE}, with line breaks and tabs. */
export const LINES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u202a-\u202e\u2066-\u2069]*$/;
