import { Alert, Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../../text/formats.ts';
import { useText } from '../../../text/language.tsx';
import { withLineEnds } from '../../../ui/line-ends.ts';
import { de } from '../content.de.ts';
import { en } from '../content.en.ts';
import { type Body, readBody } from './body.ts';
import { de as problemDe } from './problem.de.ts';
import { en as problemEn } from './problem.en.ts';
import type { Problem } from './problem.ts';
import { RichText } from './rich-text.tsx';

interface BodyEditorProps {
  value: string;
  isReadOnly: boolean;
  onChange: (value: string) => void;
}

interface View {
  /** What it shows. */
  value: string;
  /** Without one, the source is shown. */
  body: Body | null;
  /** Why the formatted view can't show it. */
  problems: readonly Problem[];
}

/** The formatted view of a body if this shows it whole, else its source with the reason. */
function viewOf(value: string): View {
  const reading = readBody(value);
  return 'body' in reading ? { value, body: reading.body, problems: [] } : { value, body: null, ...reading };
}

export default function BodyEditor({ value, isReadOnly, onChange }: BodyEditorProps) {
  const text = useText(en, de);
  const [opened, setView] = useState(() => viewOf(value));
  const view = opened.value === value ? opened : viewOf(value);
  if (view !== opened) setView(view);
  const change = (next: string) => {
    setView({ ...view, value: next });
    onChange(next);
  };
  return (
    <>
      <Group justify="flex-end" mb={4}>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => setView(view.body ? { ...view, body: null } : viewOf(value))}
        >
          {view.body ? text.source : text.visual}
        </Button>
      </Group>
      {view.problems.length > 0 && <SourceNote problems={view.problems} />}
      {view.body ? (
        <RichText body={view.body} isReadOnly={isReadOnly} onChange={change} />
      ) : (
        <Textarea
          aria-label={text.body}
          autosize
          minRows={8}
          maxRows={30}
          ff="monospace"
          value={value}
          onChange={({ currentTarget }) => change(withLineEnds(value, currentTarget.value))}
        />
      )}
    </>
  );
}

const MAX_NAMED = 6;

/** Says why the source is shown. */
function SourceNote({ problems }: { problems: readonly Problem[] }) {
  const text = useText(problemEn, problemDe);
  const formats = useFormats();
  return (
    <Alert mb="xs" p="xs" variant="light" color="gray" c="var(--mantine-color-text)" role="status">
      {text.note(formats.choice(problems.slice(0, MAX_NAMED).map((problem) => problemText(problem, text))))}
    </Alert>
  );
}

function problemText(problem: Problem, text: typeof problemEn): string {
  if (typeof problem === 'string') return text[problem];
  if ('element' in problem) return text.element(problem.element);
  return 'attribute' in problem ? text.attribute(problem.attribute) : text.address(problem.address);
}
