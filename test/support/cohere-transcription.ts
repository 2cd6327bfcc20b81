import { z } from 'zod';
import type { Reply } from './cohere-wire.ts';

/** A sound as it was sent. */
export interface Heard {
  language: string;
  sound: Buffer;
}

export type Hear = (heard: Heard) => string;

const MAX_BYTES = 25 * 1024 * 1024;
const LANGUAGES = ['en', 'de', 'fr', 'it', 'es', 'pt', 'el', 'nl', 'pl', 'vi', 'zh', 'ar', 'ja', 'ko'];
const SIGNATURES: Record<string, string> = { flac: 'fLaC', wav: 'RIFF', ogg: 'OggS' };

/** The fields of a form; a file as its name, type and content. */
export async function readForm(bytes: Buffer, contentType: string): Promise<Record<string, unknown>> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  const fields = [...form].map(async ([name, value]) => {
    if (typeof value === 'string') return [name, value] as const;
    return [name, { name: value.name, type: value.type, content: Buffer.from(await value.arrayBuffer()) }] as const;
  });
  return Object.fromEntries(await Promise.all(fields));
}

const request = z
  .object({
    model: z.string().min(1),
    language: z.enum(LANGUAGES),
    temperature: z.coerce.number().min(0).max(1).optional(),
    file: z.object({
      name: z.string().regex(/\.(flac|mp3|mpeg|mpga|ogg|wav)$/),
      type: z.string().startsWith('audio/'),
      content: z.instanceof(Buffer).refine((content) => content.length <= MAX_BYTES),
    }),
  })
  .strict()
  .refine(({ file }) => {
    const signature = SIGNATURES[file.name.split('.').at(-1) ?? ''];
    return signature === undefined || file.content.subarray(0, 4).toString('latin1') === signature;
  });

/** The endpoint's answer to a form: the text alone, without times. */
export function transcription(body: Record<string, unknown>, hear: Hear): Reply {
  const { data, error } = request.safeParse(body);
  if (!data) return { status: 400, answer: { id: 'double', message: `invalid request: ${error.message}` } };
  const { language, file } = data;
  return { status: 200, answer: { text: hear({ language, sound: file.content }) } };
}
