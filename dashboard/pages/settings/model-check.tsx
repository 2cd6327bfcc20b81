import { Alert, Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../data/request.ts';
import { useText } from '../../text/language.tsx';
import { Problem } from '../../ui/problem.tsx';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import { CHECK_MODEL, CHECK_RERANKER } from './settings.query.ts';

/** Asks the stored models whether they answer. Changes nothing, so that what is on the screen is not read again. */
export function ModelCheck({ site, kind }: { site: string; kind: 'model' | 'reranker' }) {
  const text = useText(en, de);
  const check = useMutation({
    mutationFn: async () =>
      kind === 'model'
        ? (await request(CHECK_MODEL, { site }, { site })).checkSiteModel
        : (await request(CHECK_RERANKER, { site }, { site })).checkSiteReranker,
  });
  return (
    <Stack flex={1}>
      <Button variant="default" size="xs" w="fit-content" loading={check.isPending} onClick={() => check.mutate()}>
        {text.checkModel}
      </Button>
      <Problem error={check.error} />
      <Stack role="status" gap="sm">
        {check.data?.map(({ name, works, problem, status }) => (
          <Alert
            key={name}
            color={works ? 'green' : 'red'}
            title={works ? text.modelWorks(name) : text.modelFails(name)}
          >
            {problem && text.modelProblems[problem]}
            {status !== null && ` (HTTP ${status})`}
          </Alert>
        ))}
      </Stack>
    </Stack>
  );
}
