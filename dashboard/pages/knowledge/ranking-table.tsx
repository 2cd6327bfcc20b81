import { Table } from '@mantine/core';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { de } from './knowledge.de.ts';
import { en } from './knowledge.en.ts';

interface Place {
  rank: number;
  score: number;
}

export interface Ranking {
  words?: Place | null;
  vector?: Place | null;
  fused: Place;
  reranker?: Place | null;
}

/** Where each part of the search has placed the passage. */
export function RankingTable({ ranking }: { ranking: Ranking }) {
  const text = useText(en, de);
  const formats = useFormats();
  const parts = ['words', 'vector', 'fused', ...(ranking.reranker ? (['reranker'] as const) : [])] as const;
  return (
    <Table withRowBorders={false} verticalSpacing={2} w="auto" fz="xs" captionSide="top">
      <Table.Caption ta="left" mt={0}>
        {text.why}
      </Table.Caption>
      <Table.Tbody>
        {parts.map((part) => {
          const place = ranking[part];
          return (
            <Table.Tr key={part}>
              <Table.Th scope="row">{text[part]}</Table.Th>
              <Table.Td>
                {place ? text.place(formats.number(place.rank), scoreText(place.score)) : text.noPlace}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

export function scoreText(score: number): string {
  return score.toFixed(3);
}
