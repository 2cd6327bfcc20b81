import type { Documents } from '../.generated/documents.ts';

declare const TYPES: unique symbol;
declare const FRAGMENT: unique symbol;

/** The text of an operation, which knows the types of its variables and of its result. */
export type Document<Data, Variables> = string & { readonly [TYPES]?: (variables: Variables) => Data };

type Fragment = string & { readonly [FRAGMENT]: true };

type DocumentOf<Text extends keyof Documents> = Document<
  // An error in a root field is thrown, so that what is null in the schema because of errors never is here.
  { [Field in keyof Documents[Text]['data']]: NonNullable<Documents[Text]['data'][Field]> },
  Documents[Text]['variables']
>;

/**
 * An operation with its types, which `npm run check` generates from the schema: text in backticks, without `${}`, and the
 * fragments that it names. Only the text is in the page that uses it; nothing generated is bundled.
 */
export function graphql<const Text extends keyof Documents>(text: Text, ...fragments: Fragment[]): DocumentOf<Text> {
  return [text, ...fragments].join('');
}

/** A part of several operations, each of which also names the fragments that this one names. */
export function fragment(text: string): Fragment {
  return text as Fragment;
}

/** What an operation answers: `DataOf<typeof HISTORY>`. */
export type DataOf<Operation> = Operation extends Document<infer Data, infer _Variables> ? Data : never;
