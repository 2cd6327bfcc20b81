import { Anchor, Badge, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMayEdit } from '../../app/use-may-edit.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { useSiteMutation, useSiteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { AgentPage } from './agent-page.tsx';
import { de } from './agent.de.ts';
import { en } from './agent.en.ts';
import { CREATE_PERSONA, PERSONAS, UPDATE_PERSONA } from './agent.query.ts';

interface PersonaRow {
  id: string;
  name: string;
  description: string | null;
  status: 'draft' | 'active' | 'archived';
  isDefault: boolean;
}

/** The personas of the site, and the templates for others. */
export default function Personas() {
  const text = useText(en, de);
  const notice = useNotice();
  const create = useSiteMutation(CREATE_PERSONA);
  const query = useSiteQuery(PERSONAS, {});
  const site = useSiteId();
  const mayEdit = useMayEdit();
  return (
    <AgentPage part="personas">
      <QueryView query={query}>
        {({ personas, personaTemplates }) => (
          <Stack gap="lg">
            {mayEdit && (
              <Group>
                <Button component={Link} to={`/${site}/agent/personas/new`} leftSection={<Icon name="add" />}>
                  {text.newPersona}
                </Button>
              </Group>
            )}
            {personas.items.length === 0 && <Text c="dimmed">{text.noPersonas}</Text>}
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {personas.items.map((persona) => (
                <Persona key={persona.id} persona={persona} />
              ))}
            </SimpleGrid>
            <Title order={2} size="h4">
              {text.templates}
            </Title>
            <Problem error={create.error} />
            <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
              {personaTemplates.items.map(({ id, name, description, appType, systemPrompt }) => (
                <Card withBorder key={id}>
                  <Text fw={600}>{name}</Text>
                  <Text size="sm" mb="sm">
                    {description}
                  </Text>
                  <Group mt="auto">
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`${text.useTemplate}: ${name}`}
                      onClick={() =>
                        create.mutate(
                          { input: { name, description, appType, systemPrompt, status: 'draft' } },
                          { onSuccess: () => notice(text.personaMade) },
                        )
                      }
                    >
                      {text.useTemplate}
                    </Button>
                  </Group>
                </Card>
              ))}
            </SimpleGrid>
          </Stack>
        )}
      </QueryView>
    </AgentPage>
  );
}

function Persona({ persona: { id, name, description, status, isDefault } }: { persona: PersonaRow }) {
  const text = useText(en, de);
  const update = useSiteMutation(UPDATE_PERSONA);
  const site = useSiteId();
  return (
    <Card withBorder>
      <Group justify="space-between">
        <Anchor component={Link} to={`/${site}/agent/personas/${id}`} fw={600}>
          {name}
        </Anchor>
        <Group gap={6}>
          <Badge tt="none" variant="default">
            {text.statuses[status]}
          </Badge>
          {isDefault && <Badge tt="none">{text.isDefault}</Badge>}
        </Group>
      </Group>
      <Text size="sm" mb="sm">
        {description}
      </Text>
      <Problem error={update.error} />
      <Group gap="xs" mt="auto">
        {status !== 'active' && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => update.mutate({ id, input: { status: 'active' } })}
          >
            {text.activate}
          </Button>
        )}
        {status === 'active' && !isDefault && (
          <Button size="compact-sm" variant="default" onClick={() => update.mutate({ id, input: { isDefault: true } })}>
            {text.makeDefault}
          </Button>
        )}
      </Group>
    </Card>
  );
}
