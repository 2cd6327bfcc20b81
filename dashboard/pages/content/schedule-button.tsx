import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { useNotice } from '../../ui/notices.tsx';
import { SaveForm } from '../../ui/save-form.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useValues } from '../../ui/use-values.ts';
import { type ItemSchedule, useSchedule } from './item-schedule.tsx';
import { localTime, timeZone, utcTime } from './local-time.ts';
import { de } from './schedule.de.ts';
import { en } from './schedule.en.ts';
import { SCHEDULE_CONTENT } from './schedule.query.ts';

export function ScheduleButton({ id }: { id: string }) {
  const text = useText(en, de);
  const schedule = useSchedule(id);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      {isOpen && <ScheduleDialog id={id} schedule={schedule} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ScheduleDialogProps {
  id: string;
  schedule: ItemSchedule;
  onClose: () => void;
}

function ScheduleDialog({ id, schedule, onClose }: ScheduleDialogProps) {
  const text = useText(en, de);
  const notice = useNotice();
  const unsaved = useUnsaved('schedule', id);
  const save = useSiteMutation(SCHEDULE_CONTENT, { unsaved });
  const stored = {
    publishAt: localTime(schedule?.publishAt ?? ''),
    unpublishAt: localTime(schedule?.unpublishAt ?? ''),
  };
  const errors = formErrors(save.error);
  const form = useValues(stored, errors, { unsaved });
  const changed = (['publishAt', 'unpublishAt'] as const).filter((key) => form.values[key] !== stored[key]);
  const submit = () =>
    save.mutate(
      // A time that is past because it failed stays as it is.
      { id, input: Object.fromEntries(changed.map((key) => [key, utcTime(form.values[key])])) },
      {
        onSuccess: () => {
          notice(text.saved);
          onClose();
        },
      },
    );
  return (
    <Dialog title={text.dialog} onClose={onClose}>
      <SaveForm
        action={text.save}
        errors={errors}
        unsaved={form.unsaved}
        isBusy={save.isPending}
        isDisabled={changed.length === 0}
        isInDialog
        onSubmit={submit}
      >
        <Text size="sm">
          {text.dialogHint} {text.zone(timeZone())}
        </Text>
        <TextInput type="datetime-local" label={text.publishAt} data-autofocus {...form.text('publishAt')} />
        <TextInput type="datetime-local" label={text.unpublishAt} {...form.text('unpublishAt')} />
      </SaveForm>
    </Dialog>
  );
}
