/** The minimum that Next can do for a page that it renders for each request. */
export const dynamic = "force-dynamic";

export default function Page() {
  return <h1>Bare</h1>;
}
