import { Button, Card, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Problem } from '../../ui/problem.tsx';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import { INVITE_MEMBER } from './settings.query.ts';
import { type MemberData, ROLES } from './site-data.ts';

/** Sends a link by email, with which the person becomes a member. */
export function Invite() {
  const text = useText(en, de);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<MemberData['role']>('editor');
  const invite = useSiteMutation(INVITE_MEMBER);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate({ email, role }, { onSuccess: () => setEmail('') });
  };
  return (
    <Card withBorder component="form" onSubmit={submit}>
      <Stack>
        <Text fw={600}>{text.invite}</Text>
        <Problem error={invite.error} />
        {invite.isSuccess && email === '' && (
          <Text role="status" size="sm">
            {text.inviteSent}
          </Text>
        )}
        <Group align="end">
          <TextInput
            label={text.email}
            type="email"
            required
            value={email}
            onChange={({ currentTarget: { value } }) => setEmail(value)}
          />
          <Select
            label={text.role}
            data={ROLES.map((value) => ({ value, label: text.roles[value] }))}
            value={role}
            allowDeselect={false}
            onChange={(value) => value && setRole(value)}
          />
          <Button type="submit" loading={invite.isPending}>
            {text.sendInvitation}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
