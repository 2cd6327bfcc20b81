import type { ChatBody, ChatTurn } from '../../support/cohere-chat.ts';

/** What a text that the model reads tells it to do. */
export interface Order {
  calls?: { name: string; arguments: unknown }[];
  /** The same calls again and again, offered or not. */
  forever?: boolean;
  say?: string;
  cite?: { start: number; end: number; documentIds: string[] }[];
}

/** How an order stands in a text. */
export function written(order: Order): string {
  return `[[${JSON.stringify(order)}]]`;
}

/** A model that follows every instruction of documents and tool results, and cites all its sources. */
export function obey(body: ChatBody, round: number): ChatTurn {
  const results = body.messages.filter(({ role }) => role === 'tool').map(({ content }) => content ?? '');
  const read = round === 1 ? [body.messages[0]?.content ?? '', ...documentTexts(body)] : results.slice(-8);
  const orders = [...documentTexts(body), ...read].flatMap(ordersIn);
  const standing = orders.filter(({ forever }) => forever).flatMap(({ calls = [] }) => calls);
  const fresh = read.flatMap(ordersIn).flatMap(({ calls = [] }) => calls);
  const calls = [...standing, ...fresh].map((call, at) => ({ ...call, id: `${round}-${at}` }));
  if (calls.length > 0 && (round < 3 || standing.length > 0)) return { calls };
  const text =
    [...orders, ...results.flatMap(ordersIn)]
      .map(({ say }) => say ?? '')
      .join(' ')
      .trim() || 'As you say.';
  const documentIds = body.documents.map(({ id }) => id);
  return { text, citations: [{ start: 0, end: 2, documentIds }, ...orders.flatMap(({ cite = [] }) => cite)] };
}

function documentTexts({ documents }: ChatBody): string[] {
  return documents.flatMap(({ data }) => [data['title'] ?? '', data['text'] ?? '']);
}

function ordersIn(text: string): Order[] {
  return [...text.matchAll(/\[\[(.*?)\]\]/g)].flatMap(([, order = '']) => {
    const plain = order.replaceAll(String.raw`\"`, '"').replaceAll('\\\\', '\\');
    try {
      return [JSON.parse(plain) as Order];
    } catch {
      return [];
    }
  });
}
