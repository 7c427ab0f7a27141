export const matchRunKeys = {
  latest: ["match-runs", "latest"] as const,
};
