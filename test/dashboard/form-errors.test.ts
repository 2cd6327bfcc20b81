import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface Errors {
  at: (field: string) => string | undefined;
  rest: () => { message: string; errors: { details: { field: string }[] }[] } | null;
}

const DASHBOARD = fileURLToPath(new URL('../../dashboard/', import.meta.url));
const load = async <T>(path: string): Promise<T> => (await import(`${DASHBOARD}${path}`)) as T;
const { formErrors } = await load<{ formErrors: (error: Error | null) => Errors }>('ui/form-errors.ts');
const { RequestError } = await load<{ RequestError: new (errors: object[], isAnswered: boolean) => Error }>(
  'data/request.ts',
);

const rejected = (...fields: string[]) => {
  const details = fields.map((field) => ({ field, message: `${field} is wrong` }));
  return new RequestError([{ message: details[0]?.message ?? 'Taken', code: 'BAD_REQUEST', details }], true);
};

test('an error is at the input of its field, and a part of a field at the input of the whole', () => {
  const errors = formErrors(rejected('title', 'list[2]', 'voice.tone', 'titles'));
  expect(['title', 'list', 'voice', 'other'].map(errors.at)).toEqual([
    'is wrong',
    '[2] is wrong',
    'tone is wrong',
    undefined,
  ]);
  expect(errors.rest()?.errors.flatMap(({ details }) => details.map(({ field }) => field))).toEqual(['titles']);
});

test('what names no field, and what is no answer of the service, is left for the form', () => {
  const all = formErrors(rejected('title'));
  all.at('title');
  expect(all.rest()).toBeNull();
  const taken = formErrors(rejected());
  expect([taken.at('title'), taken.rest()?.message]).toEqual([undefined, 'Taken']);
  const unknown = formErrors(new Error('Not reached'));
  expect([unknown.at('title'), unknown.rest()?.message]).toEqual([undefined, 'Not reached']);
  expect(formErrors(null).rest()).toBeNull();
});
