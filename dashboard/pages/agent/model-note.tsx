import { Alert, Text } from '@mantine/core';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { de } from './agent.de.ts';
import { en } from './agent.en.ts';

interface Model {
  name: string;
  writes: boolean;
  tools: boolean;
  contextTokens?: number | null;
}

/** Which model answers, and what it cannot do. @param model null: none is configured, and the agent is off */
export function ModelNote({ model }: { model?: Model | null }) {
  const text = useText(en, de);
  const formats = useFormats();
  const lack = lackOf(model);
  return (
    <>
      {model?.writes && (
        <Text size="sm" c="dimmed" mb="md">
          {text.models.answers(model.name)}{' '}
          {model.contextTokens ? text.models.context(formats.number(model.contextTokens)) : null}
        </Text>
      )}
      {lack && <Alert mb="md">{text.models[lack]}</Alert>}
    </>
  );
}

function lackOf(model: Model | null | undefined): 'off' | 'quotes' | 'toolless' | null {
  if (!model) return 'off';
  if (!model.writes) return 'quotes';
  return model.tools ? null : 'toolless';
}
