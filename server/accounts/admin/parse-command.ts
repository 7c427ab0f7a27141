/** The operator's commands, by name: what each takes, and what it does. */
const COMMANDS = {
  users: ["", "list the accounts: address, companies, last sign-in, two-factor, state"],
  companies: ["", "list the companies: owners, members, since when"],
  disable: ["EMAIL", "end sessions and API tokens; refuse every sign-in until enabled"],
  enable: ["EMAIL", "let a disabled account sign in again; its API tokens stay revoked"],
  "reset-password": ["EMAIL", "set a new password and print it, once; sessions end"],
  "two-factor-off": ["EMAIL", "remove the second factor and the recovery codes"],
  "end-sessions": ["EMAIL|--all", "sign the account, or everyone, out; API tokens stay"],
  "confirm-email": ["EMAIL", "count the address as confirmed by its owner"],
} as const;

type Name = keyof typeof COMMANDS;

export interface Command {
  name: Name;
  /** The account's address; undefined where the command is about all. */
  email?: string;
}

const names = Object.keys(COMMANDS) as Name[];

export const USAGE = [
  "Usage: npm run admin -- COMMAND",
  "",
  ...names.map((name) => {
    const [takes, does] = COMMANDS[name];
    return `  ${`${name} ${takes}`.padEnd(26)} ${does}`;
  }),
].join("\n");

/** @returns undefined when it is no command, or has other arguments than that one takes. */
export function parseCommand([given, argument, ...rest]: readonly string[]): Command | undefined {
  const name = names.find((each) => each === given);
  if (!name || rest.length > 0) return undefined;
  const [takes] = COMMANDS[name];
  if (argument === undefined) return takes === "" ? { name } : undefined;
  if (argument === "--all" && takes.endsWith("|--all")) return { name };
  return takes !== "" && /^[^\s@-][^\s@]*@[^\s@]+$/.test(argument)
    ? { name, email: argument }
    : undefined;
}
