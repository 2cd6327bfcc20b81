import { expect, test } from 'vitest';
import { newSigningSecret, signatureHeaders } from '../../../src/shared/webhook-signature.ts';

/** The example that libraries of Standard Webhooks test themselves with. */
const EXAMPLE = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  seconds: 1_614_265_330,
  content: '{"test": 2432232314}',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

test('calls are signed as Standard Webhooks has it', () => {
  const { secret, signature, ...call } = EXAMPLE;
  expect(signatureHeaders({ ...call, secrets: [secret] })).toEqual({
    'webhook-id': EXAMPLE.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  });
});

test('two secrets make two signatures, the present one first', () => {
  const { secret, signature, ...call } = EXAMPLE;
  const both = signatureHeaders({ ...call, secrets: [newSigningSecret(), secret] })['webhook-signature'].split(' ');
  expect(both).toHaveLength(2);
  expect(both[1]).toBe(signature);
});

test('a secret is new each time and has 32 bytes', () => {
  expect(newSigningSecret()).not.toBe(newSigningSecret());
  expect(Buffer.from(newSigningSecret().replace('whsec_', ''), 'base64')).toHaveLength(32);
});
