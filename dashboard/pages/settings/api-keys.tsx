import { Badge, Button, Card, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { ConfirmMutation } from '../../ui/confirm-mutation.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SecretShown } from '../../ui/secret-shown.tsx';
import { CreateKey } from './create-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import { REVOKE_KEY } from './settings.query.ts';
import type { KeyData, SiteData } from './site-data.ts';

/** More are not listed. */
const MAX_REVOKED = 50;

type Asking = { what: 'create' } | { what: 'rotate' | 'revoke'; of: KeyData } | null;

export function ApiKeys({ site }: { site: SiteData }) {
  const text = useText(en, de);
  const [asking, setAsking] = useState<Asking>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setAsking(null);
  const show = (made: string) => {
    close();
    setSecret(made);
  };
  const of = asking && 'of' in asking ? asking.of : null;
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" size="sm">
          {text.keysHint}
        </Text>
        <Button leftSection={<Icon name="add" />} onClick={() => setAsking({ what: 'create' })}>
          {text.newKey}
        </Button>
      </Group>
      <KeyTable
        label={text.tabs.keys}
        keys={site.apiKeys.filter(({ revokedAt }) => revokedAt === null)}
        onAsk={(what, key) => setAsking({ what, of: key })}
      />
      <RevokedKeys keys={site.apiKeys.filter(({ revokedAt }) => revokedAt !== null)} />
      {asking?.what === 'create' && <CreateKey site={site.id} onClose={close} onMade={show} />}
      {of && asking?.what === 'rotate' && <RotateKey apiKey={of} onClose={close} onMade={show} />}
      {of && (
        <ConfirmMutation
          mutation={REVOKE_KEY}
          variables={{ id: of.id }}
          isOpen={asking?.what === 'revoke'}
          title={text.revokeTitle(of.name)}
          action={text.revoke}
          isDangerous
          onDone={close}
          onClose={close}
        >
          {text.revokeText}
        </ConfirmMutation>
      )}
      {secret !== null && (
        <SecretShown secret={secret} title={text.secretTitle} onClose={() => setSecret(null)}>
          {text.secretText}
        </SecretShown>
      )}
    </Stack>
  );
}

/** They stay for the log of who had access, and are seldom looked for. */
function RevokedKeys({ keys }: { keys: readonly KeyData[] }) {
  const text = useText(en, de);
  const [isOpen, setOpen] = useState(false);
  if (keys.length === 0) return null;
  const latest = keys
    .toSorted((one, other) => (other.revokedAt ?? '').localeCompare(one.revokedAt ?? ''))
    .slice(0, MAX_REVOKED);
  return (
    <Stack gap="sm">
      <Group>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isOpen}
          leftSection={<Icon name={isOpen ? 'down' : 'right'} size={14} />}
          onClick={() => setOpen(!isOpen)}
        >
          {text.revokedKeys(keys.length)}
        </Button>
      </Group>
      {isOpen && keys.length > latest.length && <Text size="sm">{text.latestRevoked(latest.length)}</Text>}
      {isOpen && <KeyTable label={text.revokedKeys(keys.length)} keys={latest} />}
    </Stack>
  );
}

interface KeyTableProps {
  label: string;
  keys: readonly KeyData[];
  /** Absent for keys with which nothing can be done. */
  onAsk?: (what: 'rotate' | 'revoke', key: KeyData) => void;
}

function KeyTable({ label, keys, onAsk }: KeyTableProps) {
  const text = useText(en, de);
  const formats = useFormats();
  const moment = (iso: string | null) => (iso === null ? text.never : formats.moment(iso));
  return (
    <Card withBorder p={0}>
      <Table.ScrollContainer minWidth={760} scrollAreaProps={{ tabIndex: 0, 'aria-label': label }}>
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              {[text.key, text.scopes, text.lastUsed, text.expires, onAsk ? text.actions : text.revoked].map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map((key) => (
              <Table.Tr key={key.id}>
                <Table.Td>
                  <Text fw={600} size="sm">
                    {key.name}
                  </Text>
                  <Text ff="monospace" size="xs" c="dimmed">
                    {key.prefix}…
                  </Text>
                  {key.formerUntil !== null && (
                    <Text size="xs">{text.formerUntil(key.formerPrefix ?? '', formats.moment(key.formerUntil))}</Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <Group gap={4}>
                    {key.scopes.map((scope) => (
                      <Badge key={scope} variant="default" tt="none">
                        {text.scope[scope]}
                      </Badge>
                    ))}
                  </Group>
                </Table.Td>
                <Table.Td>{moment(key.lastUsedAt)}</Table.Td>
                <Table.Td>{moment(key.expiresAt)}</Table.Td>
                <Table.Td>{onAsk ? <Actions apiKey={key} onAsk={onAsk} /> : moment(key.revokedAt)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

function Actions({ apiKey, onAsk }: { apiKey: KeyData; onAsk: Required<KeyTableProps>['onAsk'] }) {
  const text = useText(en, de);
  return (
    <Group gap="xs" wrap="nowrap">
      {(['rotate', 'revoke'] as const).map((what) => (
        <Button
          key={what}
          size="compact-sm"
          variant="default"
          aria-label={`${text[what]}: ${apiKey.name}`}
          onClick={() => onAsk(what, apiKey)}
        >
          {text[what]}
        </Button>
      ))}
    </Group>
  );
}
