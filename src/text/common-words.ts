import { stemWord } from './words.ts';

/**
 * Words that texts on any subject are full of, so that sharing one says little: what is known of word frequencies
 * without looking at a site's own texts. English, where texts of all kinds mix most; other languages go without.
 */
const COMMON_WORDS = `
  able accord account achieve act action actual add additional address advantage affect age ago agree aim allow
  amount analysis analyze answer appear application apply approach appropriate approximate area argue arise
  article aspect assume attempt author available average avoid aware back base basic basis begin behavior
  believe benefit best better big book brief bring build call care carry case cause center certain change
  character check choice choose clear close collect combine come common company compare comparison complete
  complex component concept concern conclude conclusion condition conduct connect consequence consider consist
  constant contain content context continue contribute control cost country cover create current data date day
  deal decide decrease deep define degree demand demonstrate depend derive describe description design detail
  determine develop development device differ difference different difficult direct discuss discussion display
  distinct divide document effect effective element employ enable end ensure entire equal error especially
  establish estimate evaluate event evidence exact examine example excellent except exist expect experience
  experiment explain express extend extent fact factor fail fall family far feature feel field figure final find
  fit follow force form formula found free full function fundamental future general generate give good great
  greater group grow growth guide half hand happen hard head help high higher hold home hour house human idea
  identify illustrate image impact implement importance important improve include increase independent indicate
  individual influence information initial input inside instance instead integrate intend interest introduce
  introduction investigate investigation involve issue item job keep key kind know knowledge known lack large
  larger last late later latter lead learn least leave left less let level life light like likely limit line
  link list literature live local long look lose lot low lower main maintain major manner mark material matter
  maximum mean means measure measurement meet member mention method middle minimum minute mode model modern
  month move movement name natural nature near necessary need new next normal note nothing notice number object
  observe obtain occur offer old open operate operation opinion opportunity option order ordinary organization
  original output overall page paper parameter part particular pass past pattern pay people percent perfect
  perform performance perhaps period permit person place plan play point position possible potential power
  practical practice predict prediction prefer prepare presence present previous principal principle prior
  probable problem procedure process produce product program project proper property propose prove provide
  public publish purpose put qualitative quality quantity question quick quite range rate ratio reach read real
  reason receive recent recommend record reduce reduction refer reference regard region relate relation
  relationship relative relevant remain remark remove report represent require requirement research respect rest
  result return reveal review right rise role rule run satisfactory say scale school search second section see
  seek seem select sense separate series serious service set several shape share short show side sign
  significant similar simple simplify single site situation size small social solution solve sort source space
  special specific stage standard start state statement step still stop structure study subject success suggest
  suitable summary support sure system table take task team technique technology term test text theory thing
  think thought time together top total toward treat treatment trend true try turn type typical understand unit
  use used useful user usual value variable variation variety various vary version view visit wait want way week
  whole wide word work world write wrong year yield young`;

/** Tells whether a stem belongs to an everyday word. */
export function isCommonStem(stem: string): boolean {
  return commonStems.has(stem);
}

const commonStems: ReadonlySet<string> = new Set(
  COMMON_WORDS.trim()
    .split(/\s+/)
    .map((word) => stemWord(word, 'en')),
);
