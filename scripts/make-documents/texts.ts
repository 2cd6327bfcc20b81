/** A document's content, from which the files of every format are made and against which what is read is compared. */
export interface Handbook {
  name: string;
  title: string;
  chapters: { title: string; sections: { title: string; paragraphs: string[] }[] }[];
  table: string[][];
  list: string[];
}

const SUBJECTS = [
  ['ferry', 'The Island Ferry', 'ferry', 'engine room', 'captain', 'harbour'],
  ['orchard', 'The Apple Orchard', 'orchard', 'cold store', 'foreman', 'valley'],
  ['observatory', 'The Hill Observatory', 'observatory', 'dome', 'astronomer', 'summit'],
  ['bakery', 'The Corner Bakery', 'bakery', 'proving cabinet', 'baker', 'market square'],
  ['tramway', 'The Old Tramway', 'tramway', 'depot', 'conductor', 'upper terminus'],
  ['library', 'The Branch Library', 'library', 'reading room', 'librarian', 'station quarter'],
] as const;

/** Full of letters that English has not, to be read from a picture. */
export const GERMAN: Handbook = {
  name: 'muehle',
  title: 'Die Wassermühle',
  chapters: [
    {
      title: 'Täglicher Betrieb',
      sections: [
        {
          title: 'Öffnungszeiten',
          paragraphs: [
            'Die Mühle öffnet außer montags um neun Uhr und schließt, sobald der letzte Gast das Gelände verlassen hat. An Feiertagen hängt der Müller einen Hinweis für die Gäste an das große Tor.',
            'Gewöhnlich kommen täglich etwa zweihundert Besucher. Wer mit dem Fahrrad fährt, stellt es im überdachten Ständer ab; für Anhänger genügt der Platz nicht.',
          ],
        },
        {
          title: 'Zuständigkeiten',
          paragraphs: [
            'Für die Schlüssel, die Kasse und das Tagebuch ist der Müller persönlich zuständig. Niemand sonst darf das Räderwerk berühren, ohne sich vorher eingeschrieben zu haben.',
            'Größere Störungen müssen unverzüglich gemeldet werden. Übermäßiges Geräusch an der Öffnung des Wehrs heißt gewöhnlich, dass Äste die Schütze blockieren.',
          ],
        },
      ],
    },
  ],
  table: [
    ['Stück', 'Anzahl', 'Ort'],
    ['Säcke', '120', 'Böden'],
  ],
  list: ['Lüften', 'Türen schließen'],
};

export const HANDBOOKS: readonly Handbook[] = SUBJECTS.map(([name, title, thing, room, person, place], at) => {
  const number = (step: number): number => 100 * (at + 2) + 7 * step;
  return {
    name,
    title,
    chapters: [
      {
        title: 'Daily operation',
        sections: [
          {
            title: 'Opening hours',
            paragraphs: [
              `The ${thing} opens at six in the morning and closes after the last visitor has left the ${place}. On public holidays it opens two hours later, and the ${person} hangs a notice beside the main entrance.`,
              `About ${number(1)} people come on an ordinary weekday. Whoever arrives with a bicycle leaves it in the covered stand, which has room for ${number(2)} of them.`,
            ],
          },
          {
            title: 'Responsibilities',
            paragraphs: [
              `The ${person} is responsible for the keys, for the cash box and for the logbook. Nobody else may enter the ${room} without having signed the logbook first.`,
              `Complaints are answered within ${at + 3} working days. An apology that explains what went wrong has turned out to be more convincing than a discount.`,
            ],
          },
        ],
      },
      {
        title: 'Maintenance',
        sections: [
          {
            title: 'Inspections',
            paragraphs: [
              `Every ${at + 4} weeks the ${room} is inspected from floor to ceiling. Worn parts are replaced at once, since a repair in the middle of the season costs roughly three times as much.`,
              `The inspection of the year ${1990 + at} found ${number(3)} loose screws. Since then each screw carries a dab of red varnish, so that a glance shows whether it has moved.`,
            ],
          },
          {
            title: 'Emergencies',
            paragraphs: [
              `When the alarm sounds, everybody walks to the assembly point behind the ${place}. The ${person} counts those present and reports the number to the fire brigade by telephone ${number(4)}.`,
            ],
          },
        ],
      },
    ],
    table: [
      ['Item', 'Quantity', 'Price'],
      ['Lamp oil', String(number(5)), `${at + 11} crowns`],
      ['Brass hinges', String(number(6)), `${at + 23} crowns`],
      ['Linen cloth', String(number(7)), `${at + 31} crowns`],
    ],
    list: [`Lock the ${room}`, 'Switch off the lanterns', `Leave the logbook with the ${person}`],
  };
});
