import {
  Button,
  Card,
  Group,
  Input,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
  Textarea,
} from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import {
  type ActionType,
  type EditedAction,
  PAYLOADS,
  type PayloadField,
  isNumber,
  isObject,
  isRequired,
  isValidField,
  newAction,
} from './action-values.ts';
import { optionsOf } from './options-of.ts';
import { de } from './trigger-form.de.ts';
import { en } from './trigger-form.en.ts';

interface ActionListProps {
  actions: readonly EditedAction[];
  onChange: (actions: EditedAction[]) => void;
}

/** What the client does besides, in a form for each. */
export function ActionList({ actions, onChange }: ActionListProps) {
  const text = useText(en, de);
  return (
    <Input.Wrapper label={text.actions} description={text.actionsHint} labelElement="div">
      <Stack mt="xs" gap="sm">
        {actions.map((action, index) => (
          <Card key={action.key} withBorder padding="sm" role="group" aria-label={text.action(index + 1)}>
            <Stack gap="sm">
              <Group justify="space-between">
                <Text size="sm" fw={600}>
                  {text.action(index + 1)}
                </Text>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${text.removeAction}: ${text.action(index + 1)}`}
                  onClick={() => onChange(actions.filter(({ key }) => key !== action.key))}
                >
                  {text.removeAction}
                </Button>
              </Group>
              <ActionForm
                action={action}
                onChange={(changes) =>
                  onChange(actions.map((each) => (each.key === action.key ? { ...each, ...changes } : each)))
                }
              />
            </Stack>
          </Card>
        ))}
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="add" size={14} />}
            onClick={() => onChange([...actions, newAction('open_url')])}
          >
            {text.addAction}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

interface ActionFormProps {
  action: EditedAction;
  onChange: (changes: Partial<EditedAction>) => void;
}

function ActionForm({ action, onChange }: ActionFormProps) {
  const text = useText(en, de);
  const { type, label, priority, immediate } = action;
  return (
    <>
      <Select
        label={text.actionType}
        data={optionsOf(text.actionTypes)}
        value={type}
        allowDeselect={false}
        // The fields of another type are others.
        onChange={(value) => value && onChange({ type: value as ActionType, fields: {}, payload: {} })}
      />
      {PAYLOADS[type].map((name) => (
        <PayloadInput key={`${type} ${name}`} name={name} action={action} onChange={onChange} />
      ))}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={text.label}
          maxLength={300}
          value={label}
          onChange={({ currentTarget: { value } }) => onChange({ label: value })}
        />
        <TextInput
          type="number"
          step={1}
          label={text.actionPriority}
          value={priority}
          onChange={({ currentTarget: { value } }) => onChange({ priority: value })}
        />
      </SimpleGrid>
      <Switch
        label={text.immediate}
        checked={immediate}
        onChange={({ currentTarget: { checked } }) => onChange({ immediate: checked })}
      />
    </>
  );
}

function PayloadInput({ name, action: { type, fields }, onChange }: ActionFormProps & { name: PayloadField }) {
  const text = useText(en, de);
  const value = fields[name] ?? '';
  const common = {
    label: text.payload[name],
    value,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ fields: { ...fields, [name]: currentTarget.value } }),
  };
  if (!isObject(name)) {
    return (
      <TextInput
        {...common}
        required={isRequired(type, name)}
        maxLength={2_048}
        {...(isNumber(name) ? { type: 'number', min: 0, step: 'any' } : {})}
      />
    );
  }
  return (
    <Textarea
      {...common}
      error={isValidField(name, value) ? undefined : text.noJson}
      autosize
      minRows={2}
      maxRows={12}
      styles={{ input: { fontFamily: 'monospace' } }}
    />
  );
}
