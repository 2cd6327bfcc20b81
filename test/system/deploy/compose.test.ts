import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { VARIABLES } from '../../../src/config/variables.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (name: string): string => readFileSync(ROOT + name, 'utf8');

const service = z.strictObject({
  image: z.string(),
  build: z.literal('.').optional(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  profiles: z.array(z.string()).optional(),
  restart: z.literal('unless-stopped').optional(),
  stop_grace_period: z.string().optional(),
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
});
const compose = z
  .strictObject({
    name: z.string(),
    'x-settings': z.record(z.string(), z.string()),
    services: z.strictObject({ postgres: service, migrate: service, lectern: service, tools: service }),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(read('compose.yaml'), { merge: true }));
const { postgres, migrate, lectern, tools } = compose.services;
const own = { migrate, lectern, tools };

const [, port = ''] = /PORT=(\d+)/.exec(read('Dockerfile')) ?? [];
const [, dataDir = ''] = /DATA_DIR=(\S+)/.exec(read('Dockerfile')) ?? [];
const guide = read('docs/self-hosting.md');

describe('compose.yaml', () => {
  test.each(Object.entries(own))('%s sets variables that the configuration knows', (_name, { environment }) => {
    expect(Object.keys(environment).filter((name) => !(name in VARIABLES))).toEqual([]);
  });

  test('runs the service as a user that owns nothing, and only migration and backup as the owner', () => {
    const users = Object.entries(own).map(([name, { environment }]) => [
      name,
      new URL(environment['DATABASE_URL']?.replaceAll(/\$\{[^}]*\}/g, 'x') ?? '').username,
    ]);
    expect(Object.fromEntries(users)).toEqual({
      migrate: 'lectern_owner',
      lectern: 'lectern_app',
      tools: 'lectern_owner',
    });
    expect(lectern.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
  });

  test('takes from the image what starts the service, and names tools that exist', () => {
    expect([lectern.command, lectern.entrypoint]).toEqual([undefined, undefined]);
    expect(migrate.command).toEqual(['node', 'dist/cli/migrate.js']);
    const named = [...(read('compose.yaml') + guide).matchAll(/dist\/(cli\/\w+)\.js/g)].map(([, path]) => path);
    expect(new Set(named)).toEqual(new Set(['cli/migrate', 'cli/backup', 'cli/restore']));
    expect(named.filter((path) => !existsSync(`${ROOT}src/${path}.ts`))).toEqual([]);
  });

  test('uses the port and the data folder of the image', () => {
    expect(lectern.ports).toEqual([`127.0.0.1:8080:${port}`]);
    expect(lectern.healthcheck?.test.join(' ')).toContain(`127.0.0.1:${port}/health/ready`);
    expect(lectern.volumes).toEqual([`data:${dataDir}`]);
    expect(read('docs/nginx.conf')).toContain('proxy_pass http://127.0.0.1:8080;');
  });

  test('mounts volumes that it declares, and backups in a place of their own', () => {
    const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((each) => each.split(':')),
    );
    const named = mounts.map(([source = '']) => source).filter((source) => !source.startsWith('./'));
    expect(new Set(named)).toEqual(new Set(Object.keys(compose.volumes)));
    expect(tools.volumes).toEqual([`data:${dataDir}`, './backups:/backups']);
  });

  test('requires what the guide puts into .env', () => {
    const required = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name);
    const [, file = ''] = /cat > \.env <<EOF\n([^]*?)EOF/.exec(guide) ?? [];
    expect(new Set(required)).toEqual(new Set([...file.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)));
  });

  test('gives the script that makes the database what it reads', () => {
    const script = read('docs/database.sql');
    expect(postgres.volumes).toContain('./docs/database.sql:/docker-entrypoint-initdb.d/database.sql:ro');
    const variables = [...script.matchAll(/^\\getenv \w+ (\w+)$/gm)].map(([, name = '']) => name);
    expect(variables).toEqual(['OWNER_PASSWORD', 'APP_PASSWORD']);
    expect(Object.keys(postgres.environment)).toEqual(expect.arrayContaining(variables));
  });
});
