import type { en } from './content.en.ts';
import type { Field } from './item-values.ts';

const LABELS: Readonly<Record<string, keyof typeof en>> = {
  title: 'name',
  content: 'body',
  accessLevel: 'access',
  requiredSubscriptions: 'subscriptions',
};

/** What a field of an item is called on the screen, by its path: `title`, `customFields.address.city`. */
export function fieldLabel(path: string, fields: readonly Pick<Field, 'name' | 'label'>[], text: typeof en): string {
  const [first = '', ...rest] = path.split('.');
  if (first !== 'customFields') {
    const label = text[LABELS[first] ?? (first as keyof typeof en)];
    return [typeof label === 'string' ? label : first, ...rest].join(' · ');
  }
  const [name = '', ...inner] = rest;
  return [fields.find((field) => field.name === name)?.label ?? name, ...inner].join(' · ');
}
