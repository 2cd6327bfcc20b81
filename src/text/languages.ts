import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';

/** A language whose words can be reduced to stems; texts of any other are matched word by word. */
export type Language = keyof typeof STEMMERS;

export const STEMMERS = {
  ar: arabic,
  da: danish,
  de: german,
  el: greek,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ru: russian,
  sv: swedish,
} satisfies Record<string, (word: string) => string>;

/** Languages in Latin letters, told apart by their function words; the others by their script. */
export const LATIN_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'no', 'fi'] as const;

/** Words that hold a sentence together and say nothing about its subject, as written in lower case. */
const FUNCTION_WORDS: Partial<Record<Language, string>> = {
  en: `a about above after again against all almost also although am among an and another any anyone anything are as at
    be became because been before being below between both but by can cannot could did do does doing done down during
    each either else ever every few for from further get got had has have having he her here hers him his how however i
    if in into is it its itself just let like made make many may me might more most much must my neither no nor not now
    of off on once one only onto or other our ours out over own per rather s same shall she should since so some such t
    than that the their theirs them then there therefore these they this those through thus to too under until up upon
    us very via was we were what when where whether which while who whom whose why will with within without would yet
    you your yours please tell`,
  de: `aber alle als also am an auch auf aus bei bin bis bist da dann das dass dem den der des die dies diese dieser du
    durch ein eine einem einen einer eines er es für gegen habe haben hat hatte ich ihr im in ist ja kann kein keine man
    mehr mein mit nach nicht noch nur ob oder ohne sehr sein sich sie sind so über um und uns unter vom von vor war was
    wegen welche wenn wer wie wir wird wo wurde wurden zu zum zur zwischen`,
  fr: `à ai au aux avec car ce ces cet cette comme comment d dans de des donc du elle en entre est et était être eux il
    ils j je l la le les leur leurs lui ma mais me même mes moi mon n ne nos notre nous on ont ou où par pas plus pour
    pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se ses si son sont sous sur ta te tes toi ton très tu
    un une vos votre vous y`,
  es: `a al algo ante antes como cómo con contra cual cuál cuando cuándo de del desde donde dónde dos el él ella ellos en
    entre era es esa ese eso esta está este esto fue ha había han hasta hay la las le les lo los más me mi muy nada ni no
    nos o otra otro para pero por porque que qué quien quién se ser si sí sin sobre son su sus también te tiene todo tu
    un una uno unos y ya yo`,
  it: `a ad ai al alla alle anche c che chi ci come con cosa cui da dal dalla dei del della delle di dove e è ed era essere
    fra gli ha hanno i il in io l la le lei lo loro lui ma mi nei nel nella non o per perché più quale quali quando
    quanto quello questa questo se sei si sia sono su sua sue sul sulla suo tra tu un una uno vi`,
  pt: `a à ao aos as às até com como da das de dela dele depois do dos e é ela ele em entre era essa esse esta está este eu
    foi há isso isto já la lhe mais mas me mesmo meu minha muito na não nas nem no nos nós o os ou para pela pelo por
    porque qual quando que quem são se sem ser seu sua também tem um uma você`,
  nl: `aan al als bij dan dat de deze die dit doch door een en er geen haar had heb hebben heeft hem het hier hij hoe hun ik
    in is ja je kan maar me meer met mijn na naar niet nog nu of om omdat onder ons ook op over te tegen toch toen tot
    u uit van veel voor waar waarom wanneer was wat we wel welke wie wij wordt zal ze zich zij zijn zo zonder zou`,
  sv: `alla att av blev bli blir de dem den denna det detta dig din du där efter ej eller en er ett från för genom ha hade han
    har hon honom hur här i icke inte jag kan man med mellan men mig min mot mycket ni någon något nu när och om oss på
    sig sin skall som så till under upp ut utan vad var varför vi vid vilken är över`,
  da: `af alle at blev bliver da de dem den denne der deres det dette dig din du efter ej eller en end er et for fra ham han
    har havde hende hun hvad hvem hvis hvor hvordan hvorfor i ikke ind jeg kan man med meget men mig min mod når og også om
    op os på sig sin skal som til ud under var ved vi vil være`,
  no: `alle at av ble bli blir da de dem den denne der deres det dette din du eller en enn er et etter for fra ha hadde han
    har hun hva hvem hvis hvor hvordan hvorfor i ikke inn jeg kan man med meg meget men min mot når og også om opp oss på
    seg sin skal som til under ut var ved vi vil være`,
  fi: `ei eivät ennen että he hän ja jo joka jos kanssa kuin kuka kun me mikä miksi missä miten mitä mutta myös ne niin nyt
    olen oli olivat olla on ovat se sekä sen siitä sillä sitä tai te tämä tämän vain vaan`,
  ru: `а без бы был была были было быть в вам вас во вот все вы где да для до его ее если есть еще же за здесь и из или им их
    к как какой когда кто ли меня мне мы на над не него нее нет ни но о об он она они от по под при с со так там то только
    у уже чего что чтобы эта эти это этот я`,
};

const functionWordSets = new Map<string, ReadonlySet<string>>(
  Object.entries(FUNCTION_WORDS).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
);

export function getFunctionWords(language: Language): ReadonlySet<string> | undefined {
  return functionWordSets.get(language);
}
