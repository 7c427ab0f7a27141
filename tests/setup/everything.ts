import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/generated/prisma/client";

let client: PrismaClient | undefined;

/** This file's whole database, past row level security: to plant rows, and to see what was written. */
export function everything(): PrismaClient {
  client ??= new PrismaClient({
    adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 3 }),
  });
  return client;
}

/** Called once after each test file. */
export async function closeEverything(): Promise<void> {
  await client?.$disconnect();
  client = undefined;
}
