export const en = {
  deleteTitle: 'Delete the selected items?',
  deleteText: (count: number) =>
    `${count === 1 ? 'One item goes' : `${count} items go`} to the trash and can be restored from there while the site keeps it, by default for 30 days.`,
  publishTitle: (count: number) => (count === 1 ? 'Publish one item?' : `Publish ${count} items?`),
  unpublishTitle: (count: number) => (count === 1 ? 'Make one item a draft?' : `Make ${count} items drafts?`),
  consequences: {
    publish: {
      draft: (count: number) =>
        count === 1 ? '1 draft will be visible on the site' : `${count} drafts will be visible on the site`,
      published: (count: number) => (count === 1 ? '1 is published already' : `${count} are published already`),
      archived: (count: number) =>
        count === 1
          ? '1 archived item will be visible on the site'
          : `${count} archived items will be visible on the site`,
    },
    unpublish: {
      draft: (count: number) => (count === 1 ? '1 is a draft already' : `${count} are drafts already`),
      published: (count: number) =>
        count === 1
          ? '1 published item will no longer be visible on the site'
          : `${count} published items will no longer be visible on the site`,
      archived: (count: number) =>
        count === 1 ? '1 archived item becomes a draft' : `${count} archived items become drafts`,
    },
    delete: {
      draft: (count: number) => (count === 1 ? '1 is a draft' : `${count} are drafts`),
      published: (count: number) =>
        count === 1
          ? '1 published item will no longer be visible on the site'
          : `${count} published items will no longer be visible on the site`,
      archived: (count: number) => (count === 1 ? '1 is archived' : `${count} are archived`),
    },
  },
  nothingToDo: 'There is nothing to change.',
  notDoneOf: (failed: number, count: number) => `${failed} of ${count} could not be changed`,
  notUndoneOf: (failed: number, count: number) => `${failed} of ${count} could not be taken back`,
  stillSelected: (done: number) => {
    if (done === 0) return 'They are still selected.';
    return done === 1
      ? 'They are still selected. One other item was changed.'
      : `They are still selected. ${done} other items were changed.`;
  },
  changedMeanwhile: 'Somebody else has changed it meanwhile',
  undone: (count: number) => (count === 1 ? 'One item is as it was before' : `${count} items are as they were before`),
  done: (count: number) => (count === 1 ? 'One item changed' : `${count} items changed`),
  undo: 'Undo',
  close: 'Close',
};
