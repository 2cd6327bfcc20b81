import { wordSet } from '../../../../text/folding.ts';
import type { Language } from '../../../../text/languages.ts';

/**
 * The number that folded words spell from a position on, and how many words it takes; undefined if they spell none. `one` is left
 * out because it is also an article; it counts within a number.
 */
export function readNumberWords(
  words: readonly string[],
  at: number,
  language: Language,
): { value: number; length: number } | undefined {
  const readNumber = numberReader(language);
  let total = 0;
  let group = 0;
  let length = 0;
  for (let offset = 0; at + offset < words.length; offset++) {
    const word = words[at + offset] ?? '';
    const half = length > 0 ? countHalfWords(words, at + offset, readNumber) : 0;
    if (half > 0) return { value: total + group + 0.5, length: offset + half };
    const isJoint = JOINTS.has(word) && length > 0 && readNumber(words[at + offset + 1] ?? '') !== undefined;
    if (isJoint) continue;
    // "Pour cent" and "per cento" are units.
    if (HUNDREDS.has(word) && PERCENT.has(words[at + offset - 1] ?? '')) break;
    const isOne = ONES.has(word) && (length > 0 || nextIsScale(words, at + offset, readNumber));
    const value = readNumber(word) ?? (isOne ? 1 : undefined);
    if (value === undefined) break;
    const isScore = language === 'fr' && group % 100 === 4 && value === 20;
    if (length > 0 && value < 100 && !isScore && !continues(group % 100, value, language)) break;
    if (isScore) group += 76;
    else if (value >= 1000) {
      total += Math.max(1, group) * value;
      group = 0;
    } else group = value === 100 ? Math.max(1, group) * 100 : group + value;
    length = offset + 1;
  }
  return length > 0 ? { value: total + group, length } : undefined;
}

/** Returns how many words "and a half" takes here; 0 if it is not there. */
function countHalfWords(
  words: readonly string[],
  at: number,
  readNumber: (word: string) => number | undefined,
): number {
  const [joint = '', second = '', third = ''] = [0, 1, 2].map((offset) => words[at + offset] ?? '');
  if (!JOINTS.has(joint)) return 0;
  if (readNumber(second) === 0.5) return 2;
  return ONES.has(second) && readNumber(third) === 0.5 ? 3 : 0;
}

/** Returns whether a number below a hundred goes on with another one: not "four six". */
function continues(before: number, value: number, language: Language): boolean {
  if (before === 0 || (before >= 20 && before % 10 === 0 && value < 10)) return true;
  return language === 'fr' && ((before === 10 && value < 10) || ((before === 60 || before === 80) && value < 20));
}

const PERCENT = wordSet('pour per por');
const HUNDREDS = wordSet('cent cento ciento cien cem');
const JOINTS = wordSet('and und et y e en och');
const ONES = wordSet('a an one ein eine un une una um uma uno ena en ett een eines einer einem einen');

/** These words mean one of the unit that follows. */
export const UNIT_ARTICLES = wordSet(
  'a an one per each every pro je jede jeder jedes jeden im ein eine einem einen einer par chaque un une por cada una uno al ogni um uma elke een en ett varje',
);

function nextIsScale(words: readonly string[], at: number, readNumber: (word: string) => number | undefined): boolean {
  return (readNumber(words[at + 1] ?? '') ?? 0) >= 100;
}

/** The words of 0 to 20, then the tens from 30 to 90, then 100, 1000 and a million; `-` where there is none. */
const NUMBER_NAMES: Partial<Record<Language, string>> = {
  en: 'zero - two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million',
  de: 'null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig hundert tausend million',
  fr: 'zero - deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt trente quarante cinquante soixante - - - cent mille million',
  es: 'cero - dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien mil millon',
  it: 'zero - due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento mille milione',
  pt: 'zero - dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem mil milhao',
  nl: 'nul - twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd duizend miljoen',
  sv: 'noll - tva tre fyra fem sex sju atta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton tjugo trettio fyrtio femtio sextio sjuttio attio nittio hundra tusen miljon',
};

/** Numbers in other forms. */
const FURTHER: Partial<Record<Language, string>> = {
  en: 'half=0.5 quarter=0.25 dozen=12 twice=2 thousands=1000 hundreds=100 second=2 third=3 fourth=4 fifth=5',
  de: 'zwo=2 anderthalb=1.5 eineinhalb=1.5 zweieinhalb=2.5 dreieinhalb=3.5 halbe=0.5 halben=0.5 viertel=0.25 zweimal=2 dreimal=3 dutzend=12 zweite=2 dritte=3',
  fr: 'quatrevingt=80 vingts=20 cents=100 demi=0.5 demie=0.5 quart=0.25 douzaine=12 deuxieme=2 troisieme=3',
  es: 'medio=0.5 media=0.5 ciento=100 doscientos=200 doscientas=200 trescientos=300 trescientas=300 cuatrocientos=400 quinientos=500 quinientas=500 mitad=0.5 docena=12 segundo=2 tercero=3',
  it: 'mezzo=0.5 mezza=0.5 duecento=200 terzo=3',
  pt: 'duas=2 meio=0.5 meia=0.5 cento=100 duzentos=200 terceiro=3',
  nl: 'half=0.5 kwart=0.25',
};

const readersByLanguage = new Map<Language, (word: string) => number | undefined>();

function numberReader(language: Language): (word: string) => number | undefined {
  const cachedReader = readersByLanguage.get(language);
  if (cachedReader) return cachedReader;
  const spelled = (NUMBER_NAMES[language] ?? NUMBER_NAMES.en ?? '').split(' ');
  const further = (FURTHER[language] ?? '').matchAll(/(\S+)=(\S+)/g);
  const values = new Map([...further].map(([, word = '', value]) => [word, Number(value)]));
  for (const [at, word] of spelled.entries()) {
    const value = at <= 20 ? at : at <= 27 ? (at - 18) * 10 : at === 28 ? 100 : at === 29 ? 1000 : 1_000_000;
    if (word !== '-') values.set(word, value);
  }
  const readSimple =
    language === 'de' || language === 'nl'
      ? (word: string) => values.get(word) ?? compound(word, values, language)
      : (word: string) => values.get(word);
  readersByLanguage.set(language, readSimple);
  return readSimple;
}

/** `funfundzwanzig`, `vijfentwintig`, `zweihundert`. */
function compound(word: string, values: ReadonlyMap<string, number>, language: 'de' | 'nl'): number | undefined {
  const joint = language === 'de' ? /^(\p{L}+?)und(\p{L}+)$/u : /^(\p{L}+?)en(\p{L}+)$/u;
  const [, units = '', tens = ''] = joint.exec(word) ?? [];
  const unit = units === 'ein' || units === 'een' ? 1 : values.get(units);
  const ten = values.get(tens);
  if (unit !== undefined && unit < 10 && ten !== undefined && ten >= 20 && ten < 100) return unit + ten;
  const [, factor = '', scale = ''] = /^(\p{L}+)(hundert|tausend|honderd|duizend)$/u.exec(word) ?? [];
  const count = values.get(factor) ?? (factor === 'ein' ? 1 : undefined);
  const size = values.get(scale);
  return count !== undefined && size !== undefined ? count * size : undefined;
}
