import { Card, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { siteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type Template, TemplateSelect } from './form-settings.tsx';
import { de } from './forms.de.ts';
import { en } from './forms.en.ts';
import { PREVIEW } from './forms.query.ts';
import { MailFrame } from './mail-frame.tsx';

interface Mail {
  subject: string;
  fromName: string;
  to: readonly string[];
  html: string;
  text: string;
}

/** The email with sample values, by the saved settings or with another template. */
export function MailPreview({ saved, template }: { saved: Mail; template: Template }) {
  const text = useText(en, de);
  const site = useSiteId();
  const [tried, setTried] = useState(template);
  const [part, setPart] = useState('html');
  const query = useQuery({
    ...siteQuery(site, PREVIEW, { siteId: site, input: { template: tried } }),
    placeholderData: keepPreviousData,
    ...(tried === template ? { initialData: { formMailPreview: { ...saved, to: [...saved.to] } } } : {}),
  });
  return (
    <Stack>
      <Group align="end">
        <TemplateSelect value={tried} onChange={setTried} />
        <SegmentedControl
          aria-label={text.part}
          data={[
            { value: 'html', label: text.html },
            { value: 'text', label: text.text },
          ]}
          value={part}
          onChange={setPart}
        />
      </Group>
      <QueryView query={query}>
        {({ formMailPreview: mail }) => (
          <Card withBorder padding="md">
            <Text size="sm">
              <b>{text.subject}:</b> {mail.subject}
            </Text>
            <Text size="sm">
              <b>{text.from}:</b> {mail.fromName}
            </Text>
            <Text size="sm" mb="md">
              <b>{text.to}:</b> {mail.to.join(', ')}
            </Text>
            {part === 'html' ? (
              <MailFrame html={mail.html} title={text.frame} />
            ) : (
              <Text component="pre" size="sm" m={0} ff="monospace" style={{ whiteSpace: 'pre-wrap' }}>
                {mail.text}
              </Text>
            )}
          </Card>
        )}
      </QueryView>
    </Stack>
  );
}
