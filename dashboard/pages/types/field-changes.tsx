import { Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSiteId } from '../../app/use-site-id.ts';
import type { DataOf } from '../../data/graphql.ts';
import { siteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { EditedField } from './edited-field.ts';
import { de } from './types.de.ts';
import { en } from './types.en.ts';
import { CONTENT_TYPE_PREVIEW } from './types.query.ts';

type Change = DataOf<typeof CONTENT_TYPE_PREVIEW>['contentTypeUpdatePreview'][number];

interface FieldChangesProps {
  slug: string;
  fields: EditedField[];
  /** Names of the fields whose values are not converted. */
  kept: readonly string[];
  onKeep: (names: readonly string[]) => void;
}

/** What becomes of the values of items, and what can be chosen about them. */
export function FieldChanges({ slug, fields, kept, onKeep }: FieldChangesProps) {
  const preview = useQuery({
    ...siteQuery(useSiteId(), CONTENT_TYPE_PREVIEW, { slug, fields }),
    staleTime: 0,
  });
  const keep = (name: string, isKept: boolean) =>
    onKeep(isKept ? [...kept, name] : kept.filter((other) => other !== name));
  return (
    <Stack gap="xs" role="status">
      <Problem error={preview.error} onRetry={() => void preview.refetch()} />
      {preview.data?.contentTypeUpdatePreview.map((change) => (
        <FieldChange
          key={change.former.id}
          change={change}
          isKept={kept.includes(change.field.name)}
          onKeep={(isKept) => keep(change.field.name, isKept)}
        />
      ))}
    </Stack>
  );
}

interface FieldChangeProps {
  change: Change;
  isKept: boolean;
  onKeep: (isKept: boolean) => void;
}

function FieldChange({ change, isKept, onKeep }: FieldChangeProps) {
  const text = useText(en, de);
  const { field, former, kind, unfit, unconvertible } = change;
  const number = useFormats().number;
  const counted = (count: number) => ({ count, shown: number(count) });
  const items = counted(change.items);
  if (kind === 'removed') return <Text size="sm">{text.removedField(former.label, items)}</Text>;
  if (kind === 'renamed') return <Text size="sm">{text.renamedField(former.name, field.name, items)}</Text>;
  const isConvertible = unfit > unconvertible;
  return (
    <Stack gap={4}>
      <Text size="sm">{text.retypedField(field.label, former.type, field.type, items)}</Text>
      {unfit === 0 && <Text size="sm">{text.allFit}</Text>}
      {unfit > 0 && !isConvertible && <Text size="sm">{text.noneConvertible(counted(unfit))}</Text>}
      {isConvertible && (
        <Radio.Group
          aria-label={text.valuesOf(field.label)}
          value={isKept ? 'keep' : 'convert'}
          onChange={(chosen) => onKeep(chosen === 'keep')}
        >
          <Stack gap={4}>
            <Radio
              value="convert"
              label={text.convertValues(counted(unfit - unconvertible))}
              description={unconvertible > 0 ? text.notConvertible(counted(unconvertible)) : undefined}
            />
            <Radio value="keep" label={text.keepValues} description={text.keepValuesHint} />
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  );
}
