import { wordSet } from '../../../../text/folding.ts';

/**
 * Words that turn a statement round or limit it, in the languages with stemmers, folded. Used to find out whether a sentence
 * says the opposite of another that has the same words.
 */
export const NEGATIONS =
  wordSet(`not no never cannot without none neither nor nobody nothing isnt doesnt dont cant wont arent didnt
  nicht kein keine keinen keinem keiner keines nie niemals ohne weder
  pas jamais sans aucun aucune ni rien
  nunca sin ningun ninguna jamas tampoco
  non mai senza nessun nessuno nessuna
  nao nem sem nenhum nenhuma
  niet geen nooit zonder
  inte aldrig utan ingen inget inga
  ikke aldri uten intet
  не нет никогда без нельзя`);

/** Words that are near to a negation without being one. */
export const RESTRICTIONS =
  wordSet(`only unless except avoid avoids refuse refused refuses reject rejects rejected forbid forbidden prohibited
  fail fails failed false invalid illegal missing lack lacks ignore ignores ignored stop stops prevent prevents impossible unable
  instead rather absent omit omitted skip exclude excluded excluding few little hardly rarely seldom disabled off
  nur ausser vermeiden vermeide verboten unmoglich statt abgelehnt ungultig selten
  seulement sauf eviter evitez interdit interdite impossible refuse uniquement seul seule
  solo solamente salvo evitar evite prohibido imposible excepto
  soltanto tranne evitare vietato impossibile
  apenas exceto proibido impossivel
  alleen behalve vermijd verboden onmogelijk
  bara endast utom undvik forbjudet`);

/** Each word excludes the others of its line, unless a text has both. */
const EXCLUSIVE = `
  left/right/links/rechts/gauche/droite/izquierda/derecha/sinistra/destra
  clockwise/anticlockwise/counterclockwise
  above/below
  always/never/sometimes/often/rarely
  open,opens,opened/close,closes,closed,shut
  increase,increases,increased,raise,raises,grow,grows,rise,rises/decrease,decreases,decreased,lower,lowers,reduce,reduces,shrink,shrinks,fall,falls
  hot,warm,heat/cold,cool
  front/rear,back
  tighten,tightens,tightened/loosen,loosens,loosened,slacken
  allow,allows,allowed,permit,permits,permitted/forbid,forbids,forbidden,prohibited
  public/private,secret
  enable,enables,enabled/disable,disables,disabled
  required,mandatory,obligatory/optional
  first/last
  oldest/newest
  old,older/new,newer
  short,shorter/long,longer
  high,higher/low,lower
  fast,faster,quick/slow,slower
  wet/dry
  full/empty
  inside/outside
  day/night
  morning/afternoon/evening
  add,adds,added/remove,removes,removed,delete,deletes,deleted
  accept,accepts,accepted/reject,rejects,rejected,refuse,refuses,refused
  succeed,succeeds,success/fail,fails,failure
  start,starts,begin,begins/stop,stops,end,ends
  free/paid
  encrypted/unencrypted
  read/write
  ascending/descending
  import,imports,imported/export,exports,exported
  upload,uploads/download,downloads
  winter/summer/spring/autumn
  north/south/east/west
  monday/tuesday/wednesday/thursday/friday/saturday/sunday
  january/february/march/april/may/june/july/august/september/october/november/december
  red/green/blue/yellow/black/white/orange/purple/brown/grey
  north/south
  men/women
  hour,hours,hourly/day,days,daily/week,weeks,weekly/month,months,monthly/year,years,yearly,annually
  stunde,stunden/tag,tage,taglich/woche,wochen,wochentlich/monat,monate,monats,monatlich/jahr,jahre,jahrlich
  heure,heures/jour,jours/semaine,semaines/mois/an,ans,annee,annees
  hora,horas/dia,dias/semana,semanas/mes,meses/ano,anos
  cheap,cheaper/expensive,dearer
  heavy,heavier/light,lighter
  thin,thinner/thick,thicker
  hard,harder/soft,softer
  safe/dangerous
  temporary/permanent
  vertical/horizontal
  encrypt/decrypt
  plus/minus
  more/less,fewer
  keep,keeps,kept/lose,loses,lost
  lock,locks,locked/unlock,unlocks,unlocked
  buy,buys,bought/sell,sells,sold
  lend,lends,lent/borrow,borrows,borrowed
  connect,connects,connected/disconnect,disconnects,disconnected
  include,includes,included/exclude,excludes,excluded
  attach,attaches,attached/detach,detaches,detached
  add,adds/subtract,subtracts
  push,pushes/pull,pulls
  arrive,arrives,arrival/depart,departs,departure
  compulsory,mandatory,obligatory/voluntary
  minimum/maximum
  early,earlier,earliest/late,later,latest
  visible/hidden
  upper/lower
  sunny,sun/shade,shady
  most,all/few,none
  strong,stronger,strongest/weak,weaker,weakest
  highest/lowest
  longest/shortest
  largest,biggest/smallest
  fastest/slowest
  sonne/schatten
  erhalten,behalten,aufbewahrt/entfernt,verworfen
  mehr/weniger
  langer/kurzer
  hoher/niedriger
  erlaubt,gestattet/verboten,untersagt
  gratuit,gratuite/payant,payante
  avant/apres
  plus/moins
  antes/despues
  mas/menos
  prima/dopo
  montag/dienstag/mittwoch/donnerstag/freitag/samstag/sonntag
  januar/februar/marz/april/mai/juni/juli/august/september/oktober/november/dezember
  rot/grun/blau/gelb/schwarz/weiss
  offnen,offnet,geoffnet,offen/schliessen,schliesst,geschlossen
  vorne,vordere,vorderen/hinten,hintere,hinteren
  immer/nie
  warm,heiss/kalt
  nass/trocken
  lundi/mardi/mercredi/jeudi/vendredi/samedi/dimanche
  rouge/vert,verte/bleu,bleue/jaune/noir,noire/blanc,blanche
  ouvrir,ouvert,ouverte,ouvre/fermer,ferme,fermee
  toujours/jamais
  chaud,chaude/froid,froide
  lunes/martes/miercoles/jueves/viernes/sabado/domingo
  rojo,roja/verde/azul/amarillo/negro,negra/blanco,blanca
  abrir,abierto,abierta,abre/cerrar,cerrado,cerrada,cierra
  siempre/nunca
  caliente/frio,fria
  aprire,aperto,aperta/chiudere,chiuso,chiusa
  sempre/mai
  lunedi/martedi/mercoledi/giovedi/venerdi/sabato/domenica`;

const classesByWord = new Map<string, { line: number; side: number }[]>();
for (const [line, sides] of EXCLUSIVE.trim().split('\n').entries()) {
  for (const [side, alternatives] of sides.trim().split('/').entries()) {
    for (const word of alternatives.split(',')) {
      classesByWord.set(word, [...(classesByWord.get(word) ?? []), { line, side }]);
    }
  }
}

/** The words of a claim that exclude a word of a source that has not the word itself; both as sets of folded words. */
export function findOpposites(claimWords: ReadonlySet<string>, sourceWords: ReadonlySet<string>): string[] {
  const sourceSides = findSides(sourceWords);
  const claimedSides = findSides(claimWords);
  return [...claimWords].filter((word) => {
    if (sourceWords.has(word)) return false;
    const isExcluded = (classesByWord.get(word) ?? []).some(({ line, side }) => {
      const sides = sourceSides.get(line);
      return sides !== undefined && !sides.has(side) && claimedSides.get(line)?.size === 1;
    });
    return isExcluded || PREFIXES.some((prefix) => isPrefixed(word, prefix, sourceWords));
  });
}

const PREFIXES = ['un', 'in', 'im', 'non', 'anti', 'dis', 'ir', 'il'];
const MIN_STEM = 5;

function isPrefixed(word: string, prefix: string, words: ReadonlySet<string>): boolean {
  if (word.length >= MIN_STEM && words.has(prefix + word)) return true;
  return word.startsWith(prefix) && word.length >= prefix.length + MIN_STEM && words.has(word.slice(prefix.length));
}

function findSides(words: ReadonlySet<string>): Map<number, Set<number>> {
  const sides = new Map<number, Set<number>>();
  for (const word of words) {
    for (const { line, side } of classesByWord.get(word) ?? []) {
      sides.set(line, (sides.get(line) ?? new Set()).add(side));
    }
  }
  return sides;
}

/** Bounds of a number: `at most`, `up to` and `no more than` are one, `at least` and `no less than` the other. */
const UPPER =
  /\b(?:at most|up to|no more than|not more than|no longer than|maximum|max|not exceed|less than|fewer than|under|below|hochstens|maximal|bis zu|weniger als|au plus|jusqu'a|maximal|moins de|como maximo|hasta|al massimo|fino a|no maximo|ate|hoogstens|maximaal|hogst)\b/u;
const LOWER =
  /\b(?:at least|no less than|not less than|no fewer than|minimum|min|or more|more than|over|above|mindestens|wenigstens|mehr als|au moins|plus de|al menos|como minimo|mas de|almeno|piu di|pelo menos|mais de|minstens|ten minste|minst)\b/u;

/** Returns whether one text bounds a number from above only and the other from below only; both folded. */
export function hasOppositeBound(claimText: string, source: string): boolean {
  return findBound(claimText) * findBound(source) < 0;
}

/** 1 for an upper bound, -1 for a lower one; 0 for none, or both. */
function findBound(folded: string): number {
  return Number(UPPER.test(folded)) - Number(LOWER.test(folded));
}

const ORDER =
  /\s(?:(before|bevor|vor|avant|antes|prima|voordat|innan|inden)|(after|nachdem|nach|apres|despues|dopo|nadat|efter))\s/u;

/** Returns what comes first and what comes then in a folded sentence with one word of order. */
export function findOrder(folded: string): { first: string; then: string } | undefined {
  const match = ORDER.exec(folded);
  if (!match) return undefined;
  const [left, right] = [folded.slice(0, match.index), folded.slice(match.index + match[0].length)];
  return match[1] === undefined ? { first: right, then: left } : { first: left, then: right };
}

/** A folded text without the negations that belong to a bound, such as `no more than`. */
export function removeBounds(folded: string): string {
  return folded.replaceAll(/\b(?:no|not) (?:more|less|fewer|longer) than\b|\bnot exceed(?:ed)?\b|\bnot only\b/gu, ' ');
}

/** Words that texts use for one another, folded, a line each; the forms of a word are found by its stem. */
const SYNONYMS = `
  fit attach mount install fasten fix
  remove delete erase take
  tighten turn screw
  begin start
  end finish stop
  buy purchase
  cost price fee charge
  repair mend
  bike bicycle cycle
  use employ apply
  show display
  choose select pick
  big large
  small little tiny
  need require must necessary
  allow permit let may
  make create produce build
  change modify alter edit
  keep store retain save hold
  get receive obtain fetch
  give provide supply offer
  check verify inspect examine test
  wipe clean wash
  replace swap exchange instead
  error fault failure
  fast quick rapid
  send transmit deliver
  find search locate
  join connect link
  place put set lay
  help assist support
  ask request
  answer reply respond response
  contain include hold comprise
  maximum most limit
  minimum least
  forbid prohibit ban
  reject refuse decline deny
  wait pause
  repeat retry again
  visitor guest
  customer client
  employee staff worker
  company firm business
  picture image photo
  film video movie
  folder directory
  password passphrase
  holiday vacation leave
  expire lapse
  member membership
  write record log
  lift raise
  pull draw
  run execute
  work function operate
  fill inflate pump
  prevent avoid stop
  happen occur
  several many multiple
  near close
  wear worn
  break damage
  speed velocity
  see seen visible view
  keep kept
  hold held
  send sent
  find found
  pay paid
  buy bought
  build built
  choose chosen
  write written
  decrease reduce fall fell drop sink shrink
  increase rise rose grow
  go went
  lose lost
  about approximately roughly around`;

const groups = new Map<string, Set<number>>();
for (const [group, line] of SYNONYMS.trim().split('\n').entries()) {
  for (const word of line.trim().split(' ')) groups.set(word, (groups.get(word) ?? new Set()).add(group));
}

/** Numbers of the groups of words that mean the same, by an English stem made with `stem`. */
export function synonymGroups(stem: (word: string) => string): ReadonlyMap<string, ReadonlySet<number>> {
  const sidesByStem = new Map<string, Set<number>>();
  for (const [word, numbers] of groups) {
    const sides = sidesByStem.get(stem(word)) ?? new Set<number>();
    for (const number of numbers) sides.add(number);
    sidesByStem.set(stem(word), sides);
  }
  return sidesByStem;
}
