import { fold } from './folding.ts';

/** How many of a thing a sentence is about: `all`, `some` of them, or `only` this and no other. */
export type Quantifier = 'all' | 'some' | 'only';

const QUANTIFIERS: Record<Quantifier, ReadonlySet<string>> = {
  all: words(`all every each any everyone everybody always
    alle allen jeder jede jedes jeden jedem samtliche
    tous toutes chaque todos todas cualquier tutti tutte ogni elke alla varje`),
  some: words(`some several few many most often sometimes certain
    einige manche wenige viele meisten mehrere quelques certains certaines plusieurs plupart
    algunos algunas varios varias pocos pocas muchos muchas alcuni alcune pochi poche molti molte
    alguns algumas poucos poucas muitos muitas sommige enkele vele nagra manga`),
  only: words(`only solely exclusively nur lediglich ausschliesslich seulement uniquement solo solamente unicamente
    soltanto apenas somente alleen slechts bara endast`),
};

/** What a folded word says of how many; undefined for other words. */
export function quantifierOf(word: string): Quantifier | undefined {
  if (QUANTIFIERS.only.has(word)) return 'only';
  if (QUANTIFIERS.all.has(word)) return 'all';
  return QUANTIFIERS.some.has(word) ? 'some' : undefined;
}

/** Words of a source with which it may say `only` in other words. */
const EXCLUSIONS =
  words(`unless except until reserved limited restricted forbidden prohibited required must nobody none other else just
  ausser bis reserviert beschrankt muss mussen sauf reserve limite doit doivent salvo excepto reservado debe deben
  tranne riservato deve exceto behalve moet moeten utom maste`);

export function isExclusion(word: string): boolean {
  return EXCLUSIONS.has(word) || QUANTIFIERS.only.has(word);
}

const ARTICLES = words(`the a an its their his her our your this these that those both
  der die das den dem des ein eine einen einem einer eines
  le la les un une du el los las una il lo gli uno o os as um uma de het een den det ett en`);

/** What stands before a noun with the words that describe it. */
export function isArticle(word: string): boolean {
  return ARTICLES.has(word);
}

/** What a sentence may begin with before its subject. */
const OPENINGS = words(`in on at by for from with without to of off after before during under over between within until
  since through about against into per if when while unless because although once where whether
  an auf bei mit ohne zu von vor nach seit durch fur gegen um aus unter uber zwischen wahrend im am zum zur beim vom
  wenn falls weil obwohl sobald ob
  dans sur par pour avec sans de du des au aux apres avant pendant sous entre chez depuis si quand lorsque
  en con sin por para desde hasta tras sobre antes despues durante cuando
  di da nel nella nei nelle su per senza dopo prima dal dalla al alla quando se
  na nos nas em com sem ao depois
  op met zonder voor uit tot bij tijdens als wanneer
  pa till fran utan efter fore hos om nar`);

export function isOpening(word: string): boolean {
  return OPENINGS.has(word);
}

/** Forms of the verbs that make a passive. */
const PASSIVES = words(`is are was were be been being gets
  wird werden wurde wurden worden est sont etait etaient ete etre es son fue fueron ser sido
  viene vengono sono foi foram sao wordt werd werden blir blev`);

export function isPassiveVerb(word: string): boolean {
  return PASSIVES.has(word);
}

const MODALS = words('can may must will shall should could would might has have had do does did');

/** English verbs that begin what is said of a subject, up to which a negation before the verb reaches. */
export function isModal(word: string): boolean {
  return MODALS.has(word);
}

/** What names the one who does it in a passive. */
const AGENT_MARKS = words('by von vom par por da dal dalla door av');

export function isAgentMark(word: string): boolean {
  return AGENT_MARKS.has(word);
}

/** What stands for a noun that was named before: "the full backup and the incremental one". */
const STANDINS = words('one ones');

export function isStandIn(word: string): boolean {
  return STANDINS.has(word);
}

const BREAK =
  /[;:–]\s|[()]|,\s|\s(?=(?:and|but|or|while|whereas|und|aber|oder|sondern|et|mais|ou|tandis|y|pero|mientras|ma|mas|mentre|maar|terwijl|och|men|og)\s)/iu;

/** The parts of a sentence between commas and conjunctions. */
export function splitAtConjunctions(sentence: string): string[] {
  return sentence.split(BREAK).filter((part) => /\p{L}/u.test(part));
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).map((word) => fold(word)));
}
