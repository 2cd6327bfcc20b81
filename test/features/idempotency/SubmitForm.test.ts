import { expect, test } from 'vitest';
import { use } from '../../support/use.ts';
import { useForms } from '../form/form-service.ts';
import { postWithKey } from './requests.ts';

const forms = useForms();
const site = use(() => forms.site());

const BODY = { fields: { message: 'Hello' } };

test('a form that is sent again under the same key is mailed once', async () => {
  const before = forms.smtp.received.length;
  const first = await postWithKey(site, '/forms/submit', BODY, 'once');
  const second = await postWithKey(site, '/forms/submit', BODY, 'once');
  expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
  expect(forms.smtp.received).toHaveLength(before + 1);
});

test('a form whose mail failed may be sent again', async () => {
  const before = forms.smtp.received.length;
  forms.smtp.replies.push(554);
  expect((await postWithKey(site, '/forms/submit', BODY, 'failing')).status).toBe(500);
  expect((await postWithKey(site, '/forms/submit', BODY, 'failing')).status).toBe(200);
  expect(forms.smtp.received).toHaveLength(before + 1);
});

test('while the first runs, and after a process died in the middle of it, nothing is mailed again', async () => {
  await postWithKey(site, '/forms/submit', BODY, 'interrupted');
  await forms.service.app.database.system.rows(
    'update idempotent_answer set answer = null where site_id = $1 and answer is not null',
    [site.id],
  );
  const before = forms.smtp.received.length;
  const { status, headers, body } = await postWithKey(site, '/forms/submit', BODY, 'interrupted');
  expect([status, headers.get('retry-after'), body]).toEqual([
    409,
    '2',
    { error: 'A request with this Idempotency-Key is still running, or was interrupted and may have taken effect' },
  ]);
  expect(forms.smtp.received).toHaveLength(before);
});
