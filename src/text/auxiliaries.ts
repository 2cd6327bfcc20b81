import { fold } from './folding.ts';

/** Words of necessity and the like, which sentences on any subject have in languages without a list of common words. */
const AUXILIARIES: ReadonlySet<string> = new Set(
  fold(`kostet zahlt kost betaalt coûte cuesta costa custa kostar muss müssen darf dürfen soll sollen kann können jede jeder jedes gibt beträgt braucht brauchen bekommt bekommen werden
    faut doit doivent peut peuvent chaque mettre mettez fait faire va toute toutes tous tout
    hay debe deben puede pueden cada hace tras unas unos toda todas
    deve devono può possono ogni va vanno viene vengono circa
    moet moeten kunt kunnen krijgt krijgen mag mogen elke u
    måste kan ska får varje omkring
    deve devem pode podem cada given another`).split(/\s+/),
);

/** Whether a folded word says little of its own beside another verb. */
export function isAuxiliary(word: string): boolean {
  return AUXILIARIES.has(word);
}
