import { Group, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { MediaView } from './media-view.ts';
import { de } from './media.de.ts';
import { en } from './media.en.ts';

interface FilterBarProps {
  view: MediaView;
  onChange: (changed: Partial<MediaView>) => void;
  isList: boolean;
  onListChange: (isList: boolean) => void;
}

export function FilterBar({ view, onChange, isList, onListChange }: FilterBarProps) {
  const text = useText(en, de);
  const kinds = (['image', 'document', 'media'] as const).map((value) => ({ value, label: text.kinds[value] }));
  return (
    <Group align="end" gap="sm">
      <TextInput
        label={text.search}
        type="search"
        maxLength={300}
        leftSection={<Icon name="search" size={16} />}
        value={view.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label={text.kind}
        placeholder={text.allKinds}
        data={kinds}
        value={view.kind}
        clearable
        clearButtonProps={{ 'aria-label': text.allKinds }}
        onChange={(kind) => onChange({ kind })}
      />
      <Switch
        label={text.unused}
        pb={8}
        checked={view.unused}
        onChange={(event) => onChange({ unused: event.currentTarget.checked })}
      />
      <SegmentedControl
        ml="auto"
        aria-label={text.view}
        data={[
          { value: 'grid', label: text.grid },
          { value: 'list', label: text.list },
        ]}
        value={isList ? 'list' : 'grid'}
        onChange={(value) => onListChange(value === 'list')}
      />
    </Group>
  );
}
