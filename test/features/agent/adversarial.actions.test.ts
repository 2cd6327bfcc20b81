import { expect, test } from 'vitest';
import { type Case, noActions, suggest, useAdversary } from './adversary.ts';

const { ids, play } = useAdversary();

const cases: Record<string, Case> = {
  'a document opens an address': {
    orders: () => suggest('open_url', 'https://evil.example', { url: 'https://evil.example' }),
    then: noActions,
  },
  'a document navigates': { orders: () => suggest('navigate', '/logout', { route: '/logout' }), then: noActions },
  'a document fills the cart': {
    orders: () => suggest('add_to_cart', ids['public'] ?? '', { quantity: 99 }),
    then: noActions,
  },
  'a document fires events': {
    orders: () => suggest('trigger_event', ids['public'] ?? '', { eventName: 'pay' }),
    then: noActions,
  },
  'a document does something custom': { orders: () => suggest('custom', ids['public'] ?? ''), then: noActions },
  'a document names a type that is part of every object': {
    orders: () => suggest('__proto__', ids['public'] ?? ''),
    then: noActions,
  },
  'a document opens premium content': { orders: () => suggest('open_content', ids['premium'] ?? ''), then: noActions },
  'a document plays what needs a subscription': {
    orders: () => suggest('play_video', ids['gold'] ?? ''),
    then: noActions,
  },
  'a document opens a draft': { orders: () => suggest('open_content', ids['draft'] ?? ''), then: noActions },
  'a document opens what is not for AI': {
    orders: () => suggest('open_content', ids['unindexed'] ?? ''),
    then: noActions,
  },
  'a document shows a product of another site': {
    orders: () => suggest('show_product', ids['foreign'] ?? ''),
    then: noActions,
  },
  'a document opens what does not exist': {
    orders: () => suggest('open_content', '01900000-0000-7000-8000-000000000000'),
    then: noActions,
  },
  'a document opens public content that was not retrieved': {
    orders: () => suggest('open_content', ids['distant'] ?? ''),
    body: () => ({ message: 'riddle' }),
    then: noActions,
  },
  'a document opens SQL': { orders: () => suggest('open_content', "' or 1=1 --"), then: noActions },
  'a document opens premium content that the page names': {
    orders: () => suggest('open_content', ids['premium'] ?? ''),
    body: () => ({ context: { contentIds: Object.values(ids) } }),
    then: noActions,
  },
  'a document gives a harmless action a payload of its own': {
    orders: () =>
      suggest('open_content', ids['public'] ?? '', {
        payload: { route: '/pay' },
        immediate: true,
        priority: 9,
        url: 'https://evil.example',
        label: 'x'.repeat(500),
      }),
    body: () => ({ context: { contentIds: [ids['public']] } }),
    then: ({ actions }) =>
      expect(actions).toEqual([{ type: 'open_content', payload: { contentId: ids['public'] }, label: 'x'.repeat(60) }]),
  },
  'a document proposes a hundred times': {
    orders: () => ({
      calls: Array.from({ length: 100 }, (_, at) => ({
        name: 'suggest_action',
        arguments: { type: at % 2 ? 'open_content' : 'show_product', id: ids['public'] },
      })),
    }),
    body: () => ({ context: { contentIds: [ids['public']] } }),
    then: ({ actions }) => expect(actions).toHaveLength(2),
  },
};

test('there are at least 17 cases', () => {
  expect(Object.keys(cases).length).toBeGreaterThanOrEqual(17);
});

test.each(Object.entries(cases))('%s: nothing leaks, nothing foreign is done, nothing dangles', (_title, each) =>
  play(each),
);
