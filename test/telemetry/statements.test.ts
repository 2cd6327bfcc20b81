import { expect, test } from 'vitest';
import { summarize } from '../../src/telemetry/statements.ts';

test.each([
  ['select p.name from persona p join site s on true', 'select persona'],
  ['select "p".* from "persona" as "p"', 'select persona'],
  ['insert into "site" ("id") values ($1)', 'insert site'],
  ['update job set status = $1', 'update job'],
  ['delete from job where id = $1', 'delete job'],
  [`select extract(epoch from min(run_at) - now()) from job`, 'select job'],
  [`select 'letters from mary', name from persona -- from nobody`, 'select persona'],
  ['with c as (select * from chunk) select * from c', 'select chunk'],
  ['with due as (select id from job for update skip locked) update job set lease = $1', 'update job'],
  ['insert into job (id) values ($1) on conflict (kind) do update set run_at = now()', 'insert job'],
  ["select set_config('lectern.site_id', $1, false)", 'select set_config'],
  ['select (case when exists (select from job where id = $1) then f(p.id) end), name from persona p', 'select persona'],
  ['select n from (select count(*) as n from site) counted', 'select site'],
  ['begin', 'begin'],
  ['', 'statement'],
])('%j is described as %j', (text, summary) => {
  expect(summarize(text).summary).toBe(summary);
});
