import { Alert, Button, Code, Group, Stack, Table, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../data/request.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Problem } from '../../ui/problem.tsx';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import { CHECK_TOKEN } from './settings.query.ts';

/** Changes nothing, so that what is on the screen is not read again. */
export function TokenCheck({ site }: { site: string }) {
  const text = useText(en, de);
  const [token, setToken] = useState('');
  const check = useMutation({
    mutationFn: async () => (await request(CHECK_TOKEN, { site, token }, { site })).checkIdentityToken,
  });
  return (
    <Stack>
      <Textarea
        label={text.token}
        autosize
        minRows={3}
        maxRows={6}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
        styles={{ input: { fontFamily: 'monospace', wordBreak: 'break-all' } }}
      />
      <Group>
        <Button
          variant="default"
          disabled={token.trim() === ''}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {text.check}
        </Button>
      </Group>
      <Problem error={check.error} />
      {check.data && <Outcome {...check.data} />}
    </Stack>
  );
}

interface OutcomeProps {
  isValid: boolean;
  problem: keyof typeof en.tokenProblems | null;
  audience: string | null;
  expiresAt: string | null;
  uid: string | null;
  email: string | null;
  displayName: string | null;
  claims: unknown;
  membershipTier: string | null;
  membershipExpiry: string | null;
  subscriptions: readonly string[];
}

function Outcome(made: OutcomeProps) {
  const text = useText(en, de);
  const formats = useFormats();
  const moment = (iso: string | null) => (iso === null ? '–' : formats.moment(iso));
  const rows = [
    [text.audience, made.audience ?? '–'],
    [text.tokenExpires, moment(made.expiresAt)],
    ...(made.isValid
      ? [
          [text.user, [made.displayName, made.email, made.uid].filter(Boolean).join(' · ')],
          [text.tier, made.membershipTier ?? '–'],
          [text.membershipExpiry, moment(made.membershipExpiry)],
          [text.held, made.subscriptions.join(', ') || '–'],
        ]
      : []),
  ];
  return (
    <Stack role="status" gap="sm">
      <Alert color={made.isValid ? 'green' : 'red'} title={made.isValid ? text.accepted : text.notAccepted}>
        {made.problem && text.tokenProblems[made.problem]}
      </Alert>
      <Table variant="vertical" withTableBorder>
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={200}>{name}</Table.Th>
              <Table.Td style={{ wordBreak: 'break-word' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
          {made.isValid && (
            <Table.Tr>
              <Table.Th>{text.claims}</Table.Th>
              <Table.Td>
                <Code block>{JSON.stringify(made.claims, null, 2)}</Code>
              </Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
