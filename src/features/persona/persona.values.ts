import { DEFAULT_BEHAVIOR, DEFAULT_SDK_RESPONSE_CONFIG, DEFAULT_VOICE } from './persona.config.ts';
import type { PersonaEntityRow } from './persona.entity.ts';
import type { CreatePersonaInput, UpdatePersonaInput } from './persona.inputs.ts';

/** What an input says about a persona, its slug aside. */
type Values = Omit<PersonaEntityRow, 'id' | 'siteId' | 'slug' | 'createdAt' | 'updatedAt'>;

/** What a persona is where nothing else is said. */
const DEFAULTS: Omit<Values, 'name' | 'systemPrompt'> = {
  description: null,
  avatar: null,
  isDefault: false,
  appType: 'general',
  capabilityTier: 'smart',
  expertise: [],
  voice: DEFAULT_VOICE,
  behavior: DEFAULT_BEHAVIOR,
  videoConfig: null,
  catalogConfig: null,
  sdkResponseConfig: DEFAULT_SDK_RESPONSE_CONFIG,
  welcomeMessage: null,
  suggestedQuestions: [],
  status: 'active',
};

export function createdValues(input: CreatePersonaInput): Values {
  const { name, systemPrompt } = input;
  return changedValues({ ...DEFAULTS, name, systemPrompt }, input);
}

/** Absent keeps, also within the nested parts; null takes the default, which for most is none. */
export function changedValues(current: Values, input: UpdatePersonaInput): Values {
  return {
    ...plainValues(current, input),
    voice: merged(current.voice, input.voice, DEFAULT_VOICE),
    behavior: merged(current.behavior, input.behavior, DEFAULT_BEHAVIOR),
    sdkResponseConfig: merged(current.sdkResponseConfig, input.sdkResponseConfig, DEFAULT_SDK_RESPONSE_CONFIG),
    videoConfig: mergedOrNone(current.videoConfig, input.videoConfig),
    catalogConfig: mergedOrNone(current.catalogConfig, input.catalogConfig),
  };
}

const PLAIN = [
  ...(['name', 'systemPrompt', 'description', 'avatar', 'isDefault', 'appType', 'capabilityTier'] as const),
  ...(['expertise', 'welcomeMessage', 'suggestedQuestions', 'status'] as const),
];
type Plain = Pick<Values, (typeof PLAIN)[number]>;

/** Name and prompt have no default: they are checked not to be null before. */
function plainValues(current: Values, input: UpdatePersonaInput): Plain {
  const defaults: Partial<Values> = DEFAULTS;
  const entries = PLAIN.map((name) => [
    name,
    input[name] === undefined ? current[name] : (input[name] ?? defaults[name]),
  ]);
  return Object.fromEntries(entries) as Plain;
}

function mergedOrNone<T extends object>(current: T | null | undefined, input: object | null | undefined): T | null {
  if (input === null) return null;
  return input === undefined ? (current ?? null) : (merged<Partial<T>>(current ?? {}, input, {}) as T);
}

/** Options without a value are left out. */
function merged<T extends object>(current: T, input: object | null | undefined, defaults: T): T {
  if (input === null) return defaults;
  const options = { ...current } as Record<string, unknown>;
  for (const [name, value] of Object.entries(input ?? {}) as [string, unknown][]) {
    if (value !== undefined) options[name] = value ?? defaults[name as keyof T];
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== null)) as T;
}
