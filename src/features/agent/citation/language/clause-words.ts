import { wordSet } from '../../../../text/folding.ts';

/** A quantifier says how many of a thing a sentence is about: `all`, `some` of them, or `only` this and no other. */
export type Quantifier = 'all' | 'some' | 'only';

const QUANTIFIERS: Record<Quantifier, ReadonlySet<string>> = {
  all: wordSet(`all every each any everyone everybody always
    alle allen jeder jede jedes jeden jedem samtliche
    tous toutes chaque todos todas cualquier tutti tutte ogni elke alla varje`),
  some: wordSet(`some several few many most often sometimes certain
    einige manche wenige viele meisten mehrere quelques certains certaines plusieurs plupart
    algunos algunas varios varias pocos pocas muchos muchas alcuni alcune pochi poche molti molte
    alguns algumas poucos poucas muitos muitas sommige enkele vele nagra manga`),
  only: wordSet(`only solely exclusively nur lediglich ausschliesslich seulement uniquement solo solamente unicamente
    soltanto apenas somente alleen slechts bara endast`),
};

/** Returns the quantifier that a folded word is; undefined for other words. */
export function readQuantifier(word: string): Quantifier | undefined {
  return (['only', 'all', 'some'] as const).find((quantifier) => QUANTIFIERS[quantifier].has(word));
}

/** Words of a source with which it may say `only`. */
export const EXCLUSIONS = QUANTIFIERS.only.union(
  wordSet(`unless except until reserved limited restricted forbidden prohibited required must nobody none other else just
    ausser bis reserviert beschrankt muss mussen sauf reserve limite doit doivent salvo excepto reservado debe deben
    tranne riservato deve exceto behalve moet moeten utom maste`),
);

/** Articles and other words that stand before a noun with the words that describe it. */
export const ARTICLES = wordSet(`the a an its their his her our your this these that those both
  der die das den dem des ein eine einen einem einer eines
  le la les un une du el los las una il lo gli uno o os as um uma de het een den det ett en`);

/** Words with which a sentence may begin before its subject. */
export const OPENINGS =
  wordSet(`in on at by for from with without to of off after before during under over between within until
  since through about against into per if when while unless because although once where whether
  an auf bei mit ohne zu von vor nach seit durch fur gegen um aus unter uber zwischen wahrend im am zum zur beim vom
  wenn falls weil obwohl sobald ob
  dans sur par pour avec sans de du des au aux apres avant pendant sous entre chez depuis si quand lorsque
  en con sin por para desde hasta tras sobre antes despues durante cuando
  di da nel nella nei nelle su per senza dopo prima dal dalla al alla quando se
  na nos nas em com sem ao depois
  op met zonder voor uit tot bij tijdens als wanneer
  pa till fran utan efter fore hos om nar`);

/** Forms of the verbs that make a passive. */
export const PASSIVES = wordSet(`is are was were be been being gets
  wird werden wurde wurden worden est sont etait etaient ete etre es son fue fueron ser sido
  viene vengono sono foi foram sao wordt werd werden blir blev`);

/** English verbs that begin what is said of a subject, up to which a negation before the verb reaches. */
export const MODALS = wordSet('can may must will shall should could would might has have had do does did');

/** Words that name the agent of a passive. */
export const AGENT_MARKS = wordSet('by von vom par por da dal dalla door av');

/** Pronouns that stand for a noun that was named before: "the full backup and the incremental one". */
export const STAND_INS = wordSet('one ones');

/** Words of necessity and the like, which sentences on any subject have in languages without a list of common words. */
export const AUXILIARIES =
  wordSet(`kostet zahlt kost betaalt coûte cuesta costa custa kostar muss müssen darf dürfen soll sollen kann können jede jeder jedes gibt beträgt braucht brauchen bekommt bekommen werden
  faut doit doivent peut peuvent chaque mettre mettez fait faire va toute toutes tous tout
  hay debe deben puede pueden cada hace tras unas unos toda todas
  deve devono può possono ogni va vanno viene vengono circa
  moet moeten kunt kunnen krijgt krijgen mag mogen elke u
  måste kan ska får varje omkring
  deve devem pode podem cada given another`);

const BREAK =
  /[;:–]\s|[()]|,\s|\s(?=(?:and|but|or|while|whereas|und|aber|oder|sondern|et|mais|ou|tandis|y|pero|mientras|ma|mas|mentre|maar|terwijl|och|men|og)\s)/iu;

/** The parts of a sentence between commas and conjunctions. */
export function splitAtConjunctions(sentence: string): string[] {
  return sentence.split(BREAK).filter((part) => /\p{L}/u.test(part));
}
