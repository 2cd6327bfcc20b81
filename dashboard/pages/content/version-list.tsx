import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { de as contentDe } from './content.de.ts';
import { en as contentEn } from './content.en.ts';
import { fieldLabel } from './field-label.ts';
import { de } from './history.de.ts';
import { en } from './history.en.ts';
import type { Field } from './item-values.ts';
import { useWriter, type Writer } from './use-writer.ts';

export interface Version {
  revision: number;
  writtenAt: string;
  writtenBy: Writer | null;
  isCurrent: boolean;
  /** Paths of what it changed, and the revision before it; null if that is not kept. */
  changes: { since: number; paths: readonly string[] } | null;
}

interface VersionListProps {
  versions: readonly Version[];
  fields: readonly Pick<Field, 'name' | 'label'>[];
  onOpen: (version: Version) => void;
}

export function VersionList({ versions, fields, onOpen }: VersionListProps) {
  const text = useText(en, de);
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={text.versions}>
      {versions.map((version) => (
        <VersionCard key={version.revision} version={version} fields={fields} onOpen={() => onOpen(version)} />
      ))}
    </Stack>
  );
}

interface VersionCardProps {
  version: Version;
  fields: VersionListProps['fields'];
  onOpen: () => void;
}

function VersionCard({ version, fields, onOpen }: VersionCardProps) {
  const text = useText(en, de);
  const names = useText(contentEn, contentDe);
  const formats = useFormats();
  const writer = useWriter();
  const { revision, writtenAt, writtenBy, changes, isCurrent } = version;
  const labels = [...new Set(changes?.paths.map((path) => fieldLabel(path, fields, names)))];
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600}>{text.version(revision)}</Text>
            {isCurrent && (
              <Badge variant="outline" c="var(--mantine-color-text)" tt="none" fw={500}>
                {text.current}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {text.by(formats.moment(writtenAt), writer(writtenBy))}
          </Text>
          <Text size="sm">
            {changes ? text.changed(labels.join(', ')) : revision === 1 ? text.created : text.oldest}
          </Text>
        </div>
        {(changes !== null || !isCurrent) && (
          <Button
            size="compact-sm"
            variant="default"
            miw="max-content"
            aria-label={text.open(revision)}
            onClick={onOpen}
          >
            {text.show}
          </Button>
        )}
      </Group>
    </Card>
  );
}
