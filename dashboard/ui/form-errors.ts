import { RequestError } from '../data/request.ts';

/** The errors of a form's request, each for the input of the field that it names. */
export interface FormErrors {
  readonly error: Error | null;
  /** What is wrong with a field or a part of it: `title`, `customFields.price`; also says that the form has an input for it. */
  at: (field: string) => string | undefined;
  /** Those that no input shows; null without any. To be read after the inputs are rendered. */
  rest: () => Error | null;
}

/** Made anew with each rendering of the form, so that it has the inputs that there are. */
export function formErrors(error: Error | null): FormErrors {
  const fields = new Set<string>();
  return {
    error,
    at: (field) => {
      fields.add(field);
      return messageAt(error, field);
    },
    rest: () => restOf(error, [...fields]),
  };
}

function messageAt(error: Error | null, field: string): string | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const messages = error.errors
    .flatMap(({ details }) => details)
    .filter((detail) => isPartOf(detail.field, field))
    // The input has a label: of the path, the message keeps what is below the field.
    .map(({ message }) => (message.startsWith(field) ? message.slice(field.length).replace(/^[ .]/, '') : message));
  return messages.length === 0 ? undefined : [...new Set(messages)].join('; ');
}

function restOf(error: Error | null, fields: readonly string[]): Error | null {
  if (!(error instanceof RequestError)) return error;
  const isShown = (part: string) => fields.some((field) => isPartOf(part, field));
  const rest = error.errors.flatMap((each) => {
    const details = each.details.filter((detail) => !isShown(detail.field));
    return details.length === 0 && each.details.length > 0 ? [] : [{ ...each, details }];
  });
  return rest.length === 0 ? null : new RequestError(rest, error.isAnswered);
}

function isPartOf(part: string, field: string): boolean {
  return part === field || part.startsWith(`${field}.`) || part.startsWith(`${field}[`);
}
