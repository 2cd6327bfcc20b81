import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { ConfirmMutation } from '../../ui/confirm-mutation.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { Differences } from './differences.tsx';
import { de } from './history.de.ts';
import { en } from './history.en.ts';
import { RESTORE_VERSION } from './history.query.ts';
import type { Field } from './item-values.ts';
import { useWriter } from './use-writer.ts';
import type { Version } from './version-list.tsx';

interface VersionPanelProps {
  item: { id: string; isPublished: boolean; revision: number; mayWrite: boolean };
  version: Version;
  fields: readonly Pick<Field, 'name' | 'label'>[];
  onClose: () => void;
}

/** What a version changed, and what it would change to restore it. */
export function VersionPanel({ item, version, fields, onClose }: VersionPanelProps) {
  const text = useText(en, de);
  const formats = useFormats();
  const writer = useWriter();
  const [isAsking, setAsking] = useState(false);
  const { revision, writtenAt, writtenBy, changes, isCurrent } = version;
  const views = [...(changes ? ['changes' as const] : []), ...(isCurrent ? [] : ['withCurrent' as const])];
  const [view, setView] = useState(views[0]);
  return (
    <SidePanel title={text.version(revision)} onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          {text.by(formats.moment(writtenAt), writer(writtenBy))}
        </Text>
        {views.length > 1 && (
          <SegmentedControl
            aria-label={text.comparison}
            data={views.map((value) => ({ value, label: text[value] }))}
            value={view ?? 'changes'}
            onChange={setView}
          />
        )}
        {view === 'changes' && changes && (
          <Differences
            id={item.id}
            from={changes.since}
            to={revision}
            heads={[text.before, text.after]}
            fields={fields}
          />
        )}
        {view === 'withCurrent' && (
          <Differences
            id={item.id}
            from={item.revision}
            to={revision}
            heads={[text.now, text.thisVersion]}
            fields={fields}
          />
        )}
        {item.mayWrite && !isCurrent && (
          <Group>
            <Button onClick={() => setAsking(true)}>{text.restore}</Button>
          </Group>
        )}
      </Stack>
      {isAsking && <Restore item={item} revision={revision} onClose={() => setAsking(false)} onDone={onClose} />}
    </SidePanel>
  );
}

interface RestoreProps extends Pick<VersionPanelProps, 'item' | 'onClose'> {
  revision: number;
  onDone: () => void;
}

function Restore({ item, revision, onClose, onDone }: RestoreProps) {
  const text = useText(en, de);
  return (
    <ConfirmMutation
      mutation={RESTORE_VERSION}
      variables={{ id: item.id, revision, expected: item.revision }}
      title={text.restoreTitle(revision)}
      action={text.restore}
      notice={text.restored}
      onDone={onDone}
      onClose={onClose}
    >
      {text.restoreText}
      {item.isPublished && ` ${text.restoreLive}`}
    </ConfirmMutation>
  );
}
