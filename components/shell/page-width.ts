/** The width of pages; a page with a wide table (`data-wide`) takes more of a large screen. */
export const PAGE_WIDTH =
  "mx-auto max-w-[1248px] min-[1600px]:group-has-[[data-wide]]/shell:max-w-[1552px]";
