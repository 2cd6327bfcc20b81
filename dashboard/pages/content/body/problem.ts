/** Why a body can't be shown formatted without losing something. */
export type Problem =
  | 'table'
  | 'image'
  | 'footnote'
  | 'reference'
  | 'comment'
  | 'frontMatter'
  | 'looseText'
  | 'malformed'
  | 'length'
  | 'other'
  | { element: string }
  | { attribute: string }
  | { address: string };

const NAMED: Readonly<Record<string, Problem>> = { img: 'image', table: 'table' };

/** Of an element of HTML, by its name. */
export function elementProblem(name: string): Problem {
  return NAMED[name] ?? { element: name };
}

/** Each once. */
export function distinctProblems(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
