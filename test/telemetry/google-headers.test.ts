import { afterEach, expect, test, vi } from 'vitest';
import { googleHeaders } from '../../src/telemetry/google-headers.ts';

afterEach(() => vi.unstubAllEnvs());

test.each(['http://localhost:4318', 'https://otlp.example.com', 'https://telemetry.googleapis.com.example.com'])(
  'the service’s own token is not sent to %s',
  (endpoint) => {
    expect(googleHeaders(endpoint)).toBeUndefined();
  },
);

test('Google’s receiver gets one, and where no account is found, nothing is thrown at the exporter', async () => {
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/nowhere/credentials.json');
  const headers = googleHeaders('https://telemetry.googleapis.com');
  await expect(headers?.()).resolves.toEqual({});
});
