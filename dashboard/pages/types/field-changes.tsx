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
  const { number } = useFormats();
  const { field, former, kind, items, unfit, unconvertible } = change;
  const sentence = {
    removed: text.removedField(former.label),
    renamed: text.renamedField(former.name, field.name),
    retyped: text.retypedField(field.label, former.type, field.type),
  }[kind];
  const consequence = { removed: text.keepingItems, renamed: text.renamedItems, retyped: text.itemsWithValue }[kind];
  const isConvertible = unfit > unconvertible;
  return (
    <Stack gap={4}>
      <Text size="sm">{`${sentence} ${items === 0 ? text.noItemWithValue : consequence(items, number(items))}`}</Text>
      {kind === 'retyped' && items > 0 && unfit === 0 && <Text size="sm">{text.allFit}</Text>}
      {unfit > 0 && !isConvertible && <Text size="sm">{text.noneConvertible(unfit, number(unfit))}</Text>}
      {isConvertible && (
        <Radio.Group
          aria-label={text.valuesOf(field.label)}
          value={isKept ? 'keep' : 'convert'}
          onChange={(chosen) => onKeep(chosen === 'keep')}
        >
          <Stack gap={4}>
            <Radio
              value="convert"
              label={text.convertValues(unfit - unconvertible, number(unfit - unconvertible))}
              description={unconvertible > 0 ? text.notConvertible(unconvertible, number(unconvertible)) : undefined}
            />
            <Radio value="keep" label={text.keepValues} description={text.keepValuesHint} />
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  );
}
