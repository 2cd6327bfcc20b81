import { Button, Card, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Form, FormProblem } from '../../ui/form.tsx';
import { formErrors } from '../../ui/form-errors.ts';
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
  const errors = formErrors(invite.error);
  const submit = () => invite.mutate({ email, role }, { onSuccess: () => setEmail('') });
  return (
    <Card withBorder>
      <Form errors={errors} onSubmit={submit}>
        <Stack>
          <Text fw={600}>{text.invite}</Text>
          {invite.isSuccess && email === '' && (
            <Text role="status" size="sm">
              {text.inviteSent}
            </Text>
          )}
          <Group align="start">
            <TextInput
              label={text.email}
              type="email"
              error={errors.at('email')}
              required
              value={email}
              onChange={({ currentTarget: { value } }) => setEmail(value)}
            />
            <Select
              label={text.role}
              error={errors.at('role')}
              data={ROLES.map((value) => ({ value, label: text.roles[value] }))}
              value={role}
              allowDeselect={false}
              onChange={(value) => value && setRole(value)}
            />
          </Group>
          <FormProblem errors={errors} />
          <Group>
            <Button type="submit" loading={invite.isPending}>
              {text.sendInvitation}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}
