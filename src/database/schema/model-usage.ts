import type { TableSchema } from './sql/table-schema.ts';

export const modelUsageTables: readonly TableSchema[] = [
  {
    name: 'model_usage',
    purpose: 'Turns and tokens by site, day and model.',
    columns: `
      site_id uuid not null references site on delete cascade,
      day date not null,
      model text not null,
      turns integer not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      primary key (site_id, day, model)`,
  },
];
