import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { signLocalToken } from '../adapters/token-verifier/local.ts';
import { parseConfig } from '../config.ts';
import { demoSiteFile } from '../demo/seed-demo.ts';
import { TOKEN_SECRET, storedSecret } from '../shared/stored-secret.ts';

const USAGE = `Prints an identity token that only this installation accepts.

  npm run token -- [--tier free|basic|premium|pro] [--subscription SLUG]... [--uid ID] [--email ADDRESS]
                   [--name NAME] [--expiry ISO_DATE] [--site SITE_ID] [--seconds SECONDS]

Without --site it is for the demo site. It is valid for an hour unless --seconds says otherwise.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      tier: { type: 'string' },
      subscription: { type: 'string', multiple: true },
      uid: { type: 'string', default: 'demo-user' },
      email: { type: 'string' },
      name: { type: 'string' },
      expiry: { type: 'string' },
      site: { type: 'string' },
      seconds: { type: 'string', default: '3600' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(USAGE);
  const { dataDir } = parseConfig(process.env);
  const token = await signLocalToken({
    secret: storedSecret(dataDir, TOKEN_SECRET),
    siteId: values.site ?? readFileSync(demoSiteFile(dataDir), 'utf8').trim(),
    uid: values.uid,
    email: values.email,
    displayName: values.name,
    membershipTier: values.tier,
    subscriptions: values.subscription,
    membershipExpiry: values.expiry,
    expiresInSeconds: Number(values.seconds),
  });
  process.stdout.write(`${token}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exit(1);
});
