/**
 * `node --import tsx tools/in-image.mjs COMMAND [ARGUMENTS]`: one of the commands in `commands/`, in a container, where
 * everything is installed. As run.mjs, it prints a plain Error as a message for the user.
 */
const [command, ...args] = process.argv.slice(2);
try {
  const { readSecretFiles } = await import("../server/platform/env.ts");
  readSecretFiles(process.env);
  const { main } = await import(`./commands/${command}.ts`);
  process.exit(await main(args));
} catch (error) {
  const isForUser = error instanceof Error && error.constructor === Error;
  console.error(isForUser ? `\n${error.message}` : error);
  process.exit(1);
}
