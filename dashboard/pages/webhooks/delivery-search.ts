export const PAGE_SIZE = 50;
export const STATUSES = ['pending', 'delivered', 'failed'] as const;

type Status = (typeof STATUSES)[number];

/** What the address of the log says. */
export function readSearch({ status, page }: Readonly<Record<string, unknown>>): { status?: Status; page: number } {
  const known = STATUSES.find((each) => each === status);
  return {
    ...(known ? { status: known } : {}),
    page: typeof page === 'number' && page > 1 ? Math.floor(page) : 1,
  };
}

export function deliveryVariables(id: string, search: Readonly<Record<string, unknown>>) {
  const { status, page } = readSearch(search);
  return { id, status: status ?? null, page: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } };
}
