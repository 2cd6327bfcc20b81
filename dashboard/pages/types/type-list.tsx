import { Anchor, Badge, Button, Group, Modal, Stack, Table, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayEdit } from '../../app/use-may-edit.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { useSiteMutation, useSiteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { Form, FormProblem } from '../../ui/form.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { de } from './types.de.ts';
import { en } from './types.en.ts';
import { CONTENT_TYPES, CREATE_CONTENT_TYPE } from './types.query.ts';

export default function TypeList() {
  const text = useText(en, de);
  const site = useSiteId();
  const mayEdit = useMayEdit();
  const [isOpen, setOpen] = useState(false);
  return (
    <Page title={text.title} actions={mayEdit && <Button onClick={() => setOpen(true)}>{text.new}</Button>}>
      <QueryView query={useSiteQuery(CONTENT_TYPES, {})}>
        {({ contentTypes: { items } }) => (
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text.name}</Table.Th>
                <Table.Th>{text.slug}</Table.Th>
                <Table.Th>{text.fields}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map(({ slug, name, builtIn, fields }) => (
                <Table.Tr key={slug}>
                  <Table.Td>
                    <Group gap="xs">
                      <Anchor component={Link} to={`/${site}/types/${slug}`} fw={500}>
                        {name}
                      </Anchor>
                      {builtIn && (
                        <Badge variant="outline" color="gray" c="var(--mantine-color-text)" tt="none" fw={500}>
                          {text.builtIn}
                        </Badge>
                      )}
                    </Group>
                  </Table.Td>
                  <Table.Td>{slug}</Table.Td>
                  <Table.Td>{fields.length}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </QueryView>
      {isOpen && <NewType onClose={() => setOpen(false)} />}
    </Page>
  );
}

function NewType({ onClose }: { onClose: () => void }) {
  const text = useText(en, de);
  const site = useSiteId();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [slug, setSlug] = useState<string | null>(null);
  const create = useSiteMutation(CREATE_CONTENT_TYPE);
  const input = { name, slug: slug ?? slugOf(name) };
  const errors = formErrors(create.error);
  const submit = () =>
    create.mutate(
      { input },
      {
        onSuccess: ({ createContentType }) =>
          void navigate({ to: '/$site/types/$slug', params: { site, slug: createContentType.slug } }),
      },
    );
  return (
    <Modal opened onClose={onClose} title={text.new} closeButtonProps={{ 'aria-label': text.title }}>
      <Form errors={errors} onSubmit={submit}>
        <Stack>
          <TextInput
            label={text.name}
            error={errors.at('name')}
            required
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            label={text.slug}
            error={errors.at('slug')}
            description={text.slugHint}
            required
            value={input.slug}
            onChange={({ currentTarget }) => setSlug(currentTarget.value)}
          />
          <FormProblem errors={errors} />
          <Button type="submit" loading={create.isPending}>
            {text.create}
          </Button>
        </Stack>
      </Form>
    </Modal>
  );
}

function slugOf(name: string): string {
  const ascii = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return ascii.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '');
}
