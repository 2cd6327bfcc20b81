import { useParams } from '@tanstack/react-router';

/** The site in the address: /admin/<site>/… */
export function useSiteId(): string {
  const { site }: { site?: string } = useParams({ strict: false });
  if (site === undefined) throw new Error('This page belongs to no site');
  return site;
}
