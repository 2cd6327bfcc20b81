import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { SEARCH_TYPES, search, sourcesFound } from './finding.ts';

/** Makes a section long enough to stand alone. */
const FILLING = 'It is held by the tyre and keeps the air inside. '.repeat(40);
const DOCUMENTS = [
  ['Punctures', 'A puncture is mended with a patch. Find the hole in the tube under water, dry it and glue the patch.'],
  [
    'Tubes',
    `# Valves\n\nPresta valves are thin. ${FILLING}\n\n# Sizes\n\nThe size of a tube is on its side. ${FILLING}`,
  ],
  ['Brakes', 'Rim brakes squeeze the rim. Disc brakes need bleeding once a year. Pads wear down.'],
  ['Gears', 'The derailleur moves the chain from one sprocket to another. A cable pulls it.'],
  ['Chains', 'A chain wears and stretches. Measure the chain with a gauge and replace it in time.'],
] as const;

const service = useService();
const site = useSite(service);
let restricted: string[];

beforeAll(async () => {
  for (const [title, content] of DOCUMENTS) await site.create('/knowledge/documents', { title, content });
  restricted = [];
  for (const [accessLevel, requiredSubscriptions] of [
    ['authenticated', []],
    ['premium', []],
    ['subscription', ['gold']],
  ] as const) {
    const body = {
      title: 'Puncture secrets',
      content: 'A puncture is best avoided.',
      accessLevel,
      requiredSubscriptions,
    };
    restricted.push((await site.create<{ id: string }>('/knowledge/documents', body)).id);
  }
  for (let number = 1; number <= 60; number++) {
    await site.create('/knowledge/documents', {
      title: `Record ${number}`,
      content: `Workshop log number ${number}.`,
      contentType: 'log',
    });
  }
  await site.indexed();
});

interface Place {
  rank: number;
  score: number;
}

describe('ranking of a search result', () => {
  const QUERY = `query ($input: SearchInput!) { search(input: $input) { results {
    score rank ranking { words { rank score } vector { rank score } fused { rank score } reranker { rank score } }
  } } }`;
  type Ranking = Record<'words' | 'vector' | 'fused' | 'reranker', Place | null>;
  const rankings = async (input: object, key = site.key) => {
    const { data } = await service.graphql<{ search: { results: { score: number; ranking: Ranking | null }[] } }>(
      QUERY,
      { input },
      { 'x-svc-api-key': key },
    );
    return data?.search.results ?? [];
  };

  test('has the places by words and by meaning, and the score of both', async () => {
    const [first] = await rankings({ query: 'puncture patch' });
    expect(first?.ranking).toMatchObject({
      words: { rank: 1 },
      vector: { rank: 1 },
      fused: { rank: 1 },
      reranker: null,
    });
    expect(first?.ranking?.fused?.score).toBe(first?.score);
    const [semantic] = await rankings({ query: 'puncture patch', searchType: 'standard' });
    expect(semantic?.ranking).toMatchObject({ words: null, vector: { rank: 1, score: semantic?.score } });
  });

  test('is null for a key that may only read', async () => {
    const { secret } = await service.key(site.id, { name: 'delivery', scopes: ['read'] });
    const results = await rankings({ query: 'puncture patch' }, secret);
    expect(results.map(({ ranking }) => ranking)).toEqual(results.map(() => null));
    expect(results.length).toBeGreaterThan(0);
  });
});

describe('POST /rag/search', () => {
  test('defaults to hybrid and ten results, and says what it was asked', async () => {
    const answer = await search(site, 'workshop log');
    expect(answer).toMatchObject({ query: 'workshop log', searchType: 'hybrid', totalResults: 10 });
    expect(Object.keys(answer).toSorted()).toEqual(['latencyMs', 'query', 'results', 'searchType', 'totalResults']);
    expect(answer.results).toHaveLength(10);
    expect(answer.latencyMs).toBeGreaterThanOrEqual(0);
  });

  test.for(SEARCH_TYPES)(
    '%s finds the right passage first, with scores within 0..1 that never rise',
    async (searchType) => {
      const { results, totalResults, ...answer } = await search(site, 'mend a punctured tube', {
        searchType,
        maxResults: 50,
      });
      expect(answer.searchType).toBe(searchType);
      expect(totalResults).toBe(results.length);
      expect(results[0]?.metadata.title).toBe('Punctures');
      expect(results.map(({ rank }) => rank)).toEqual(results.map((_, index) => index + 1));
      const scores = results.map(({ score }) => score);
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
    },
  );

  test('a result has its text, its source, and where in it the passage stands', async () => {
    const [first] = (await search(site, 'presta valves')).results;
    expect(first).toMatchObject({
      source: 'document',
      rank: 1,
      metadata: { title: 'Tubes', fileName: 'Tubes', contentType: 'document', section: ['Valves'] },
    });
    expect(Object.keys(first ?? {}).toSorted()).toEqual(['content', 'id', 'metadata', 'rank', 'score', 'source']);
    expect(first?.content).toContain('Presta valves are thin.');
    expect(Object.keys(first?.metadata ?? {})).not.toContain('page');
  });

  test('maxResults bounds the results and is clamped to 50', async () => {
    expect((await search(site, 'workshop log', { maxResults: 3 })).results).toHaveLength(3);
    expect((await search(site, 'workshop log', { maxResults: 500 })).results).toHaveLength(50);
  });

  test('threshold leaves out what scores less, and counts what is left', async () => {
    const all = await search(site, 'puncture patch', { maxResults: 50 });
    const threshold = all.results[1]?.score ?? 1;
    const kept = await search(site, 'puncture patch', { maxResults: 50, threshold });
    expect(kept.totalResults).toBe(all.results.filter(({ score }) => score >= threshold).length);
    expect(kept.results.every(({ score }) => score >= threshold)).toBe(true);
    expect((await search(site, 'puncture patch', { threshold: 1 })).results.every(({ score }) => score === 1)).toBe(
      true,
    );
  });

  test('contentTypes narrows before the ranking, so that a page is full', async () => {
    const { results } = await search(site, 'tube number', { contentTypes: ['log'], maxResults: 20 });
    expect(results).toHaveLength(20);
    expect(results.every(({ metadata }) => metadata.contentType === 'log')).toBe(true);
    expect((await search(site, 'tube', { contentTypes: ['nothing of this name'] })).totalResults).toBe(0);
    expect((await search(site, 'tube', { contentTypes: [] })).totalResults).toBeGreaterThan(0);
  });

  test('useReranking, context and unknown fields are taken without effect on what is found', async () => {
    const plain = await sourcesFound(site, 'brake pads');
    const options = { useReranking: true, context: { page: 'home', user: 'somebody' }, sent: 'by an older client' };
    expect(await sourcesFound(site, 'brake pads', options)).toEqual(plain);
  });

  test('of a long query the beginning and the end are searched, and the answer says which words', async () => {
    const log = 'at line of the log '.repeat(500);
    for (const query of [`bleeding of disc brakes ${log}`, `${log} bleeding of disc brakes`]) {
      const answer = await search(site, query, { maxResults: 1 });
      expect(answer.results[0]?.metadata.title).toBe('Brakes');
      expect([answer.query, answer.searchedQuery?.length]).toEqual([query, expect.closeTo(1_990, -2)]);
      expect(answer.searchedQuery).toContain('bleeding of disc brakes');
    }
    const inside = await search(site, `${log} bleeding ${log}`);
    expect(inside.searchedQuery).not.toContain('bleeding');
    expect(await search(site, 'bleeding')).not.toHaveProperty('searchedQuery');
    const unbroken = await search(site, 'x'.repeat(100_000));
    expect(unbroken.searchedQuery).toHaveLength(1_999);
  });

  test.for([
    [{}, 'query is required'],
    [{ query: '  ' }, 'query is required'],
    [{ query: 'x'.repeat(100_001) }, 'query must have at most 100000 characters'],
    [{ query: 'x', searchType: 'fuzzy' }, 'searchType must be "standard", "hybrid" or "expanded"'],
    [{ query: 'x', maxResults: 0 }, 'maxResults must be at least 1'],
    [{ query: 'x', threshold: 1.1 }, 'threshold must be a number from 0 to 1'],
    [{ query: 'x', threshold: -0.1 }, 'threshold must be a number from 0 to 1'],
  ] as const)('%j is rejected: %s', async ([body, error]) => {
    const answer = await site.post('/rag/search', body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  test.for([
    ['maxResults', { query: 'x', maxResults: 1.5 }],
    ['maxResults', { query: 'x', maxResults: 'ten' }],
    ['threshold', { query: 'x', threshold: 'half' }],
    ['contentTypes', { query: 'x', contentTypes: 'log' }],
    ['contentTypes', { query: 'x', contentTypes: ['\0'] }],
    ['query', { query: 5 }],
    ['query', { query: 'a\0b' }],
    ['context', { query: 'x', context: 'home' }],
  ] as const)('a wrong %s is rejected by name: %j', async ([field, body]) => {
    const answer = await site.post('/rag/search', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(field);
  });

  test.for(['"', "'; drop table chunk; --", '((', 'a AND OR NOT', '*', '%', '🚲', '!!!', 'the of and', '\\'])(
    'the query %s is text without syntax',
    async (query) => {
      for (const searchType of SEARCH_TYPES) {
        expect((await search(site, query, { searchType })).query).toBe(query);
      }
    },
  );

  test('finds nothing on a site that has nothing, and nothing of another site', async () => {
    const other = await service.site('empty');
    for (const searchType of SEARCH_TYPES) {
      expect((await search(other, 'puncture', { searchType })).results).toEqual([]);
    }
  });
});

describe('what a caller may not see', () => {
  const claims = [
    undefined,
    { user: { isAuthenticated: true, subscriptions: ['gold'] } },
    { user: { isAuthenticated: true, subscriptions: ['*'], tier: 'pro', membershipTier: 'pro' } },
    { user: { subscriptions: ['gold'] } },
  ];

  test.for(SEARCH_TYPES)('%s neither finds nor counts it, whatever the context claims', async (searchType) => {
    for (const context of claims) {
      const found = await search(site, 'puncture secrets avoided', { searchType, maxResults: 50, context });
      expect(found.results.filter(({ metadata }) => restricted.includes(metadata.sourceId))).toEqual([]);
      expect(found.results.filter(({ content }) => content.includes('avoided'))).toEqual([]);
      expect(found.totalResults).toBe(found.results.length);
    }
  });

  test('a site that vouches for its users opens what their subscriptions open, at tier free', async () => {
    const trust = (trustCallerUser: boolean) =>
      service.admin('mutation ($id: ID!, $input: UpdateSiteInput!) { updateSite(id: $id, input: $input) { id } }', {
        id: site.id,
        input: { trustCallerUser },
      });
    await trust(true);
    const seen = async (user: unknown) =>
      (await sourcesFound(site, 'puncture secrets', { context: { user } })).filter((id) => restricted.includes(id));
    const [authenticated = '', , gold = ''] = restricted;
    expect((await seen({ subscriptions: ['gold'] })).toSorted()).toEqual([authenticated, gold].toSorted());
    expect(await seen({ subscriptions: ['silver'] })).toEqual([authenticated]);
    expect(await seen({ isAuthenticated: false, subscriptions: ['gold'] })).toEqual([]);
    expect(await seen(undefined)).toEqual([]);
    await trust(false);
    expect(await seen({ subscriptions: ['gold'] })).toEqual([]);
  });
});

describe('search in GraphQL', () => {
  const QUERY = `query ($input: SearchInput!, $length: Int) { search(input: $input) {
    totalResults searchType
    results { id rank score source sourceId title section content snippet(maxLength: $length) { text highlights { start end } } }
  } }`;

  test('marks the words of the query in a snippet of the passage', async () => {
    const { data, errors } = await site.graphql<{ search: { results: GraphQLResult[] } }>(QUERY, {
      input: { query: 'disc brakes', searchType: 'hybrid', maxResults: 5 },
      length: 60,
    });
    expect(errors).toBeUndefined();
    const [first] = data?.search.results ?? [];
    if (!first) throw new Error('Nothing was found');
    expect(first).toMatchObject({ rank: 1, title: 'Brakes', source: 'document', section: [] });
    expect(first.snippet.text.length).toBeLessThanOrEqual(60);
    const marked = first.snippet.highlights.map(({ start, end }) => first.snippet.text.slice(start, end).toLowerCase());
    expect(marked).toContain('disc');
  });

  test('rejects what the REST search rejects', async () => {
    const { errors } = await site.graphql(QUERY, { input: { query: '' } });
    expect(errors?.[0]).toMatchObject({ message: 'query is required', extensions: { code: 'BAD_REQUEST' } });
  });
});

interface GraphQLResult {
  snippet: { text: string; highlights: { start: number; end: number }[] };
}
