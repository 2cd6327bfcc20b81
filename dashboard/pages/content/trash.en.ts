export const en = {
  title: 'Trash',
  hint: 'Deleted items can be restored until they expire. Visitors, search and the agent do not see them.',
  none: 'The trash is empty.',
  items: 'Items in the trash',
  deleted: (when: string, who: string) => `Deleted ${when} · ${who}`,
  expires: (when: string) => `Will be removed for good on ${when}`,
  restore: 'Restore',
  restored: (title: string) => `${title} is restored`,
  remove: 'Delete for good',
  removeTitle: (title: string) => `Delete ${title} for good?`,
  removeText: 'The item and all its versions are removed. They cannot be brought back.',
  removed: 'The item is deleted for good',
};
