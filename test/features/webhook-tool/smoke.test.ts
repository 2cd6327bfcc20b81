import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestService, startService } from '../../support/service.ts';
let s: TestService;
beforeAll(async () => { s = await startService({ OUTBOUND_ALLOW_HOSTS: 'localhost' }); });
afterAll(() => s.stop());
test('x', async () => {
  const site = await s.site();
  const a = await site.post('/webhook-tools', { name: 'a_b', description: 'd', method: 'GET', endpoint: 'http://localhost:1/x', inputSchema: { type: 'object', properties: { z: { type: 'string' }, a: { type: 'string', pattern: '^a' } } }, headers: { 'X-A': 'b' } });
  console.log(JSON.stringify(a, null, 1));
  for (const schema of [{}, {type:'string'}, {type:'object', properties: {a:{type:'strin'}}}, {type:'object', properties: {a:{$ref:'http://x'}}}, {type:'object', properties: 3}, {type:'object', properties: {$ref:{type:'string'}, pattern: {type:'string', pattern:'(a+)+\\1'}}}, {type:'object', required:'a'}, {type:'object', properties:{a:{enum:[]}}}, {type:'object', id: 'x'}, {type:'object', $schema:'http://json-schema.org/draft-07/schema#', properties:{id:{type:'string'}}}]) {
    const b = await site.post('/webhook-tools', { name: 'x_'+Math.random().toString(36).slice(2), description: 'd', method: 'GET', endpoint: 'https://example.com/', inputSchema: schema });
    console.log(b.status, JSON.stringify(schema), JSON.stringify(b.body).slice(0, 300));
  }
  console.log(JSON.stringify((await site.post('/webhook-tools', {})).body));
  console.log(JSON.stringify((await site.post('/webhook-tools', {name:'A', description:'d', endpoint:'http://127.0.0.1', method:'get', inputSchema:{type:'object'}})).body));
  console.log(JSON.stringify((await site.post('/webhook-tools', {name:'A', description:'d', endpoint:'http://127.0.0.1', method:'GET', inputSchema:{type:'object'}, headers: {host:'x', a:1, b:'***'}, resultPath:'a..b'})).body));
  console.log(JSON.stringify((await site.get('/webhook-tools')).body).slice(0, 600));
  expect(a.status).toBe(200);
});
