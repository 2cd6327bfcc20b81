import { Button, Stack, Text } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { PlainPage } from '../../ui/plain-page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ToSignIn } from './link.tsx';
import { NewPassword } from './new-password.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';
import { useAuthForm, useSearchParam } from './use-auth-form.ts';

/** The link of the email that `forgot` asks for. */
export default function Reset() {
  const text = useText(en, de);
  const token = useSearchParam('token');
  const form = useAuthForm('reset-password', { token, newPassword: '' }, () => undefined);
  return (
    <PlainPage title={text.reset}>
      {token === '' && <Text>{text.incomplete}</Text>}
      {form.isDone && <Text role="status">{text.saved}</Text>}
      {token !== '' && !form.isDone && (
        <form onSubmit={form.onSubmit}>
          <Stack>
            <Problem error={form.error} />
            <NewPassword label={text.newPassword} {...form.field('newPassword')} />
            <Button type="submit" loading={form.isBusy}>
              {text.save}
            </Button>
          </Stack>
        </form>
      )}
      <ToSignIn />
    </PlainPage>
  );
}
