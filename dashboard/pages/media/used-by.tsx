import { Anchor, List, Text } from '@mantine/core';
import { useSiteId } from '../../app/use-site-id.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { de } from './media.de.ts';
import { en } from './media.en.ts';

export interface Use {
  id: string;
  type: string;
  title: string;
  /** Only in its draft, which is not live yet. */
  inDraft?: boolean;
}

export interface Uses {
  total: number;
  items: readonly Use[];
}

export function UsedBy({ uses }: { uses: Uses }) {
  const text = useText(en, de);
  const formats = useFormats();
  const site = useSiteId();
  if (uses.total === 0) {
    return (
      <Text size="sm" c="dimmed">
        {text.unusedFile}
      </Text>
    );
  }
  const more = uses.total - uses.items.length;
  return (
    <List size="sm">
      {uses.items.map(({ id, type, title, inDraft }) => (
        <List.Item key={id}>
          <Anchor href={`/admin/${site}/content/${id}`} size="sm" underline="always">
            {title}
          </Anchor>{' '}
          ({inDraft ? `${type}, ${text.inDraft}` : type})
        </List.Item>
      ))}
      {more > 0 && <List.Item>{text.more(formats.number(more))}</List.Item>}
    </List>
  );
}
