import { fold } from '../../../../text/folding.ts';
import { readNumberWords, UNIT_ARTICLES } from './number-words.ts';
import { splitWords } from '../../../../text/words.ts';
import type { Language } from '../../../../text/languages.ts';

/** A number in a text, in digits or words, with its unit. Offsets are UTF-16, end excluded. */
export interface Quantity {
  /** The values it may have: `1.000` is a thousand or one. A version, time or range of digits with dots is text. */
  values: readonly (number | string)[];
  unit: Unit | null;
  /** The unit as written, folded; empty if there is none. */
  unitText: string;
  start: number;
  end: number;
}

export interface Unit {
  dimension: string;
  /** The factor to the base unit of the dimension. */
  factor: number;
}

const NUMBER =
  /(?<![\p{Script=Latin}\p{N}_]|[\p{L}\p{N}][.,:])(?:\d{1,3}(?:[\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,:'’]\d+)*)(?<suffix>k(?![\p{L}\p{N}]))?/gu;
const ISO_DATE = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
const FOLLOWING_UNIT = /^(?:[\s\u00a0\u202f-]|\bof\b|\ban?\b)*(?<unit>%|°\s?[CF]\b|[\p{L}µ²³]+(?:[·/][\p{L}]+)?)/u;

/** All numbers of a text, in order. */
export function readQuantities(text: string, language: Language): Quantity[] {
  const dates = [...text.matchAll(ISO_DATE)];
  const isDatePart = (at: number) => dates.some(({ index, 0: date }) => at >= index && at < index + date.length);
  const digits = [...text.matchAll(NUMBER)].flatMap((match): Quantity[] => {
    const end = match.index + match[0].length;
    if (isDatePart(match.index)) return [];
    const values = readValues(match[0].replace(/k$/, '')).map((value) =>
      match.groups?.['suffix'] && typeof value === 'number' ? value * 1000 : value,
    );
    return [withUnit(text, { values, start: match.index, end })];
  });
  const fromDates = dates.flatMap(({ 0: date, index }) =>
    date
      .split('-')
      .map((part) => ({ values: [Number(part)], unit: null, unitText: '', start: index, end: index + date.length })),
  );
  const all = [...digits, ...fromDates, ...wordQuantities(text, language)].toSorted((a, b) => a.start - b.start);
  for (let at = all.length - 2; at >= 0; at--) {
    const quantity = all[at];
    if (quantity) all[at] = withUnitOfRange(text, quantity, all[at + 1]);
  }
  return all;
}

/** Gives a number the unit of the last one of its range or list, as in "25 to 30 seconds" and "8, 12 and 16 weeks". */
function withUnitOfRange(text: string, quantity: Quantity, next: Quantity | undefined): Quantity {
  if (quantity.unit || !next?.unit) return quantity;
  const isRange = /^\s*(?:[-–—/,]|to|and|or|bis|und|oder|à|et|ou|a|y|e|o|tot|en|till|och|til)\s*$/iu.test(
    text.slice(quantity.end, next.start),
  );
  return isRange ? { ...quantity, unit: next.unit, unitText: next.unitText } : quantity;
}

/** Returns whether two words name the same unit. */
export function isSameUnit(unit: Unit, word: string): boolean {
  const other = readUnit(word);
  return other?.dimension === unit.dimension && other.factor === unit.factor;
}

/**
 * Returns whether a number of a claim is that of a source. A unit that only the claim has is for the caller to find.
 */
export function isSameQuantity(claimQuantity: Quantity, sourceQuantity: Quantity): boolean {
  const [unit, knownUnit] =
    claimQuantity.unit && sourceQuantity.unit ? [claimQuantity.unit, sourceQuantity.unit] : [PLAIN, PLAIN];
  if (unit.dimension !== knownUnit.dimension) return false;
  return claimQuantity.values.some((value) =>
    sourceQuantity.values.some((other) => areEqual(value, unit.factor, other, knownUnit.factor)),
  );
}

const PLAIN: Unit = { dimension: '', factor: 1 };

function areEqual(one: number | string, factor: number, other: number | string, otherFactor: number): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other && factor === otherFactor;
  return Math.abs(one * factor - other * otherFactor) <= 1e-9 * Math.max(1, Math.abs(one * factor));
}

export function readUnit(word: string): Unit | null {
  const folded = fold(word);
  return UNITS.get(folded) ?? UNITS.get(folded.replace(/s$/, '')) ?? null;
}

function wordQuantities(text: string, language: Language): Quantity[] {
  const words = splitWords(text);
  const folded = words.map((word) => fold(word.text));
  const quantities: Quantity[] = [];
  for (let at = 0; at < words.length;) {
    const first = words[at];
    const before = quantities.at(-1);
    const isRead =
      before !== undefined && first !== undefined && /^\s*(?:of\s*)?$/.test(text.slice(before.end, first.start));
    const isOne = !isRead && UNIT_ARTICLES.has(folded[at] ?? '') && readUnit(words[at + 1]?.text ?? '') !== null;
    const read = readNumberWords(folded, at, language) ?? (isOne ? { value: 1, length: 1 } : undefined);
    const last = words[at + (read?.length ?? 1) - 1];
    // "A second" and "30 seconds" are times.
    const isUnit = first?.text.startsWith('second') && (at === 0 || precedesNumber(words[at - 1]?.text ?? ''));
    if (read && !isUnit && first && last)
      quantities.push(withUnit(text, { values: [read.value], start: first.start, end: last.end }));
    at += read?.length ?? 1;
  }
  return quantities;
}

function precedesNumber(word: string): boolean {
  return /\d/.test(word) || UNIT_ARTICLES.has(word) || word === 'of';
}

function withUnit(text: string, number: Pick<Quantity, 'values' | 'start' | 'end'>): Quantity {
  const unitText = FOLLOWING_UNIT.exec(text.slice(number.end, number.end + 40))?.groups?.['unit'] ?? '';
  const unit = readUnit(unitText);
  return { ...number, unit, unitText: unit ? fold(unitText) : '' };
}

function readValues(digits: string): (number | string)[] {
  const compact = digits.replaceAll(/[\u00a0\u202f '’]/gu, '');
  if (compact.includes(':')) {
    const [hours = '', minutes = ''] = compact.split(':');
    return [`${Number(hours)}:${minutes}`, ...(Number(minutes) === 0 ? [Number(hours)] : [])];
  }
  const marks = compact.match(/[.,]/g) ?? [];
  if (marks.length === 0) return [Number(compact)];
  const last = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','));
  const decimal = Number(`${compact.slice(0, last).replaceAll(/[.,]/g, '')}.${compact.slice(last + 1)}`);
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(compact) ? [Number(compact.replaceAll(/[.,]/g, ''))] : [];
  if (marks.length === 1) return [...grouped, decimal];
  const mixesClauses = new Set(marks).size === 2 && compact.indexOf(compact[last] ?? '') === last;
  return mixesClauses ? [decimal] : grouped.length > 0 ? grouped : [compact];
}

const UNITS = new Map<string, Unit>(
  (
    [
      ['time', 0.001, 'ms millisecond milliseconds millisekunde millisekunden milliseconde milisegundo'],
      ['time', 1, 's sec second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi segundos'],
      ['time', 60, 'min mins minute minutes minuten minuto minutos minuti minuut'],
      ['time', 3600, 'h hr hrs hour hours stunde stunden heure heures hora horas ora ore uur'],
      ['time', 86_400, 'day days tag tage tagen jour jours dia dias giorno giorni dag dagen'],
      ['time', 604_800, 'week weeks woche wochen semaine semaines semana semanas settimana settimane weken'],
      ['months', 1, 'month months monat monate monaten mois mes meses mese mesi maand maanden'],
      ['months', 12, 'year years jahr jahre jahren an ans annee annees ano anos anni anno jaar'],
      [
        'length',
        0.001,
        'mm millimetre millimetres millimeter millimeters millimetro millimetros millimetri milimetro milimetros',
      ],
      ['length', 0.01, 'cm centimetre centimetres centimeter centimeters zentimeter centimetro centimetros centimetri'],
      ['length', 1, 'm metre metres meter meters metern metro metros metri'],
      [
        'length',
        1000,
        'km kilometre kilometres kilometer kilometers kilometern kilometro kilometros kilometri chilometro chilometri quilometro quilometros',
      ],
      ['length', 0.0254, 'inch inches zoll pouce pouces pulgada pulgadas pollici'],
      ['mass', 0.001, 'g gram grams gramm gramme grammes gramo gramos grammi'],
      ['mass', 1, 'kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos'],
      ['volume', 0.001, 'ml millilitre millilitres milliliter milliliters mililitros mililitro'],
      ['volume', 0.01, 'cl centilitre centilitres'],
      ['volume', 1, 'l litre litres liter liters litro litros litri'],
      ['data', 1, 'byte bytes'],
      ['data', 1e3, 'kb kilobyte kilobytes'],
      ['data', 1e6, 'mb megabyte megabytes mo'],
      ['data', 1e9, 'gb gigabyte gigabytes go'],
      ['data', 1e12, 'tb terabyte terabytes'],
      ['ratio', 0.01, '% pour per por percent prozent pourcent procent porcento percentuale'],
      ['pressure', 1, 'bar bars bares'],
      ['pressure', 0.0689476, 'psi'],
      ['torque', 1, 'nm newton newtonmeter newtonmetre newtonmetres n·m'],
      ['celsius', 1, '°c celsius degres grados grad gradi'],
      ['fahrenheit', 1, '°f fahrenheit'],
      ['euro', 1, 'euro euros eur €'],
      ['dollar', 1, 'dollar dollars usd $'],
      ['power', 1, 'w watt watts'],
      ['power', 1000, 'kw kilowatt kilowatts'],
      ['voltage', 1, 'v volt volts voltios'],
      ['charge', 1, 'ah'],
    ] as const
  ).flatMap(([dimension, factor, words]) => words.split(' ').map((word) => [word, { dimension, factor }] as const)),
);
