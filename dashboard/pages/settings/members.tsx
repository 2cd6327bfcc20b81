import { Button, Card, Select, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { ConfirmMutation } from '../../ui/confirm-mutation.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Invite } from './invite.tsx';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import { REMOVE_MEMBER, REVOKE_INVITATION, UPDATE_MEMBER } from './settings.query.ts';
import type { InvitationData, MemberData } from './site-data.ts';
import { ROLES } from './site-data.ts';

interface MembersProps {
  members: readonly MemberData[];
  invitations: readonly InvitationData[];
}

/** Who may sign in to the site, and who is invited. */
export function Members({ members, invitations }: MembersProps) {
  const text = useText(en, de);
  const [leaving, setLeaving] = useState<MemberData | null>(null);
  const close = () => setLeaving(null);
  return (
    <Stack>
      <Text c="dimmed" size="sm">
        {text.membersHint}
      </Text>
      <Card withBorder p={0}>
        <Table.ScrollContainer minWidth={560} scrollAreaProps={{ tabIndex: 0, 'aria-label': text.tabs.members }}>
          <MemberTable members={members} onRemove={setLeaving} />
        </Table.ScrollContainer>
      </Card>
      <Invite />
      {invitations.length > 0 && (
        <Card withBorder p={0}>
          <Table.ScrollContainer minWidth={560} scrollAreaProps={{ tabIndex: 0, 'aria-label': text.invitations }}>
            <InvitationTable invitations={invitations} />
          </Table.ScrollContainer>
        </Card>
      )}
      {leaving && (
        <ConfirmMutation
          mutation={REMOVE_MEMBER}
          variables={{ id: leaving.id }}
          title={text.removeTitle(leaving.name)}
          action={text.remove}
          isDangerous
          onDone={close}
          onClose={close}
        >
          {text.removeText}
        </ConfirmMutation>
      )}
    </Stack>
  );
}

function MemberTable({
  members,
  onRemove,
}: Pick<MembersProps, 'members'> & { onRemove: (member: MemberData) => void }) {
  const text = useText(en, de);
  const update = useSiteMutation(UPDATE_MEMBER);
  return (
    <>
      <Problem error={update.error} />
      <Table verticalSpacing="sm">
        <Head names={[text.member, text.role, text.actions]} />
        <Table.Tbody>
          {members.map((member) => (
            <Table.Tr key={member.id}>
              <Table.Td>
                <Text fw={600} size="sm">
                  {member.name}
                </Text>
                <Text size="xs" c="dimmed">
                  {member.email}
                </Text>
              </Table.Td>
              <Table.Td>
                <Select
                  aria-label={`${text.role}: ${member.name}`}
                  data={ROLES.map((value) => ({ value, label: text.roles[value] }))}
                  value={member.role}
                  allowDeselect={false}
                  disabled={update.isPending}
                  onChange={(role) => role && update.mutate({ id: member.id, role })}
                />
              </Table.Td>
              <Table.Td>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${text.remove}: ${member.name}`}
                  onClick={() => onRemove(member)}
                >
                  {text.remove}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

function InvitationTable({ invitations }: Pick<MembersProps, 'invitations'>) {
  const text = useText(en, de);
  const formats = useFormats();
  const [asked, setAsked] = useState<InvitationData | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Table verticalSpacing="sm">
        <Head names={[text.invited, text.role, text.expires, text.actions]} />
        <Table.Tbody>
          {invitations.map((invitation) => (
            <Table.Tr key={invitation.id}>
              <Table.Td>{invitation.email}</Table.Td>
              <Table.Td>{text.roles[invitation.role]}</Table.Td>
              <Table.Td>{formats.moment(invitation.expiresAt)}</Table.Td>
              <Table.Td>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${text.revoke}: ${invitation.email}`}
                  onClick={() => setAsked(invitation)}
                >
                  {text.revoke}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {asked && (
        <ConfirmMutation
          mutation={REVOKE_INVITATION}
          variables={{ id: asked.id }}
          title={text.revokeInvitationTitle(asked.email)}
          action={text.revoke}
          isDangerous
          onDone={close}
          onClose={close}
        >
          {text.revokeInvitationText}
        </ConfirmMutation>
      )}
    </>
  );
}

function Head({ names }: { names: readonly string[] }) {
  return (
    <Table.Thead>
      <Table.Tr>
        {names.map((name) => (
          <Table.Th key={name}>{name}</Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}
