/** The user's name on screen: full name, else username. */
export function displayName(user: {
  username: string;
  first_name: string;
  last_name: string;
}): string {
  return `${user.first_name} ${user.last_name}`.trim() || user.username;
}
