import { Badge, Button, Card, Group, SimpleGrid, Stack, TagsInput, Text, TextInput, Title } from '@mantine/core';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Form, FormProblem } from '../../ui/form.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useValues } from '../../ui/use-values.ts';
import { grantedBy } from './granted-by.ts';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import { UPDATE_SITE } from './settings.query.ts';
import type { SiteData, Subscription } from './site-data.ts';

type Draft = Omit<Subscription, 'grants'> & { grants: string[] };

/** The catalogue, with what each subscription includes. */
export function Subscriptions({ site }: { site: SiteData }) {
  const text = useText(en, de);
  const notice = useNotice();
  const unsaved = useUnsaved('subscriptions');
  const save = useSiteMutation(UPDATE_SITE, { unsaved });
  const errors = formErrors(save.error);
  const stored: Draft[] = site.subscriptions.map((each) => ({ ...each, grants: [...each.grants] }));
  const form = useValues({ drafts: stored }, errors, { unsaved, base: site.revision });
  const { drafts } = form.values;
  const setDrafts = (all: Draft[]) => form.set('drafts', all);
  const change = (index: number, changes: Partial<Draft>) =>
    setDrafts(drafts.map((each, at) => (at === index ? { ...each, ...changes } : each)));
  const submit = () =>
    save.mutate(
      { site: site.id, input: { subscriptions: drafts }, revision: site.revision },
      { onSuccess: () => notice(text.saved) },
    );
  return (
    <Form errors={errors} unsaved={form.unsaved} onSubmit={submit}>
      <Stack>
        <Text c="dimmed" size="sm">
          {text.subscriptionsHint}
        </Text>
        <Inheritance subscriptions={drafts} />
        {drafts.map((draft, index) => (
          // The slug changes while it is typed.
          // oxlint-disable-next-line react/no-array-index-key
          <Card withBorder key={index}>
            <SubscriptionFields
              draft={draft}
              errorAt={(key) => errors.at(`subscriptions[${index}].${key}`)}
              slugs={drafts.map(({ slug }) => slug).filter((slug) => slug !== '' && slug !== draft.slug)}
              onChange={(changes) => change(index, changes)}
              onRemove={() => setDrafts(drafts.filter((_, at) => at !== index))}
            />
          </Card>
        ))}
        <FormProblem errors={errors} />
        <Group>
          <Button
            variant="default"
            leftSection={<Icon name="add" />}
            onClick={() => setDrafts([...drafts, { slug: '', name: '', description: null, grants: [] }])}
          >
            {text.addSubscription}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {text.save}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

interface FieldsProps {
  draft: Draft;
  errorAt: (key: keyof Draft) => string | undefined;
  slugs: string[];
  onChange: (changes: Partial<Draft>) => void;
  onRemove: () => void;
}

function SubscriptionFields({ draft, errorAt, slugs, onChange, onRemove }: FieldsProps) {
  const text = useText(en, de);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput
          label={text.name}
          error={errorAt('name')}
          value={draft.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <TextInput
          label={text.slug}
          error={errorAt('slug')}
          value={draft.slug}
          onChange={(event) => onChange({ slug: event.currentTarget.value })}
        />
        <TagsInput
          label={text.includes}
          error={errorAt('grants')}
          data={['*', ...slugs]}
          value={draft.grants}
          onChange={(grants) => onChange({ grants })}
        />
      </SimpleGrid>
      <Group justify="space-between" align="end" wrap="nowrap">
        <TextInput
          label={text.description}
          error={errorAt('description')}
          flex={1}
          value={draft.description ?? ''}
          onChange={(event) => onChange({ description: event.currentTarget.value || null })}
        />
        <Button variant="default" onClick={onRemove} aria-label={`${text.remove}: ${draft.name}`}>
          {text.remove}
        </Button>
      </Group>
    </Stack>
  );
}

/** Who holds a subscription reaches everything on its right. */
function Inheritance({ subscriptions }: { subscriptions: readonly Draft[] }) {
  const text = useText(en, de);
  if (subscriptions.length === 0) return null;
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="sm">
        {text.inheritance}
      </Title>
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {subscriptions.map((subscription) => {
          const granted = grantedBy(subscription.slug, subscriptions);
          return (
            <Group component="li" key={subscription.slug} gap="xs">
              <Badge tt="none" variant="filled">
                {subscription.name || subscription.slug}
              </Badge>
              {granted.length === 0 && (
                <Text size="sm" c="dimmed">
                  {text.itselfOnly}
                </Text>
              )}
              {granted.map(({ slug, through }) => (
                <Group key={slug} gap={6}>
                  <Icon name="right" size={14} />
                  <Badge tt="none" variant="default" title={through}>
                    {nameOf(slug, subscriptions)}
                    {through !== subscription.slug && ` (${text.through} ${nameOf(through, subscriptions)})`}
                  </Badge>
                </Group>
              ))}
            </Group>
          );
        })}
      </Stack>
    </Card>
  );
}

function nameOf(slug: string, subscriptions: readonly Draft[]): string {
  return subscriptions.find((each) => each.slug === slug)?.name || slug;
}
