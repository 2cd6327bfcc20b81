import { Card, Stack, Switch, Textarea, Title } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import type { FormErrors } from '../../ui/form-errors.ts';
import { de } from './types.de.ts';
import { en } from './types.en.ts';

export interface AiConfig {
  indexed: boolean;
  generateEmbeddings: boolean;
  extractKeywords: boolean;
  instructionTemplate: string | null;
}

interface AiSettingsProps {
  config: AiConfig;
  errors: FormErrors;
  onChange: (config: AiConfig) => void;
}

/** How searches and the agent use items of the type. */
export function AiSettings({ config, errors, onChange }: AiSettingsProps) {
  const text = useText(en, de);
  const flag = (key: 'indexed' | 'generateEmbeddings' | 'extractKeywords') => ({
    label: text[key],
    description: text[`${key}Hint`],
    checked: config[key],
    error: errors.at(`aiConfig.${key}`),
    onChange: ({ currentTarget: { checked } }: { currentTarget: { checked: boolean } }) =>
      onChange({ ...config, [key]: checked }),
  });
  return (
    <Card withBorder>
      <Stack>
        <Title order={2} size="h4">
          {text.ai}
        </Title>
        <Switch {...flag('indexed')} />
        <Switch {...flag('generateEmbeddings')} disabled={!config.indexed} />
        <Switch {...flag('extractKeywords')} disabled={!config.indexed} />
        <Textarea
          label={text.instructions}
          description={text.instructionsHint}
          error={errors.at('aiConfig.instructionTemplate')}
          autosize
          minRows={2}
          maxRows={12}
          value={config.instructionTemplate ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...config, instructionTemplate: value || null })}
        />
      </Stack>
    </Card>
  );
}
