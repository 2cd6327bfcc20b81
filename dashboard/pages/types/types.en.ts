/** A number, and how it is shown. */
interface Counted {
  count: number;
  shown: string;
}

export const en = {
  title: 'Content types',
  new: 'New type',
  name: 'Name',
  slug: 'Slug',
  slugHint: 'Lower-case letters, digits and hyphens. Queries use it.',
  fields: 'Fields',
  builtIn: 'built in',
  create: 'Create',
  save: 'Save',
  saved: 'Saved',
  description: 'Description',
  access: 'Who can read its items by default',
  public: 'Everyone',
  authenticated: 'Signed-in users',
  premium: 'Premium users',
  addField: 'Add a field',
  noFields: 'No fields of its own yet.',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
  options: (name: string) => `Options of ${name}`,
  fieldName: 'Name in queries',
  fieldLabel: 'Label',
  fieldType: 'Kind',
  help: 'Help text',
  placeholder: 'Placeholder',
  group: 'Group',
  required: 'Required',
  showInList: 'Column in the list',
  searchable: 'Found by searches',
  sortable: 'Lists can be sorted by it',
  filterable: 'Lists can be filtered by it',
  aiIndexed: 'The agent may use it',
  hidden: 'Hidden in the editor',
  min: 'At least',
  max: 'At most',
  pattern: 'Pattern (regular expression)',
  choices: 'Options',
  allowedTypes: 'Allowed MIME types',
  maxSize: 'Maximum size in bytes',
  referenceTo: 'Type of the items',
  anyType: 'Any type',
  noSuchType: 'Nothing found',
  typeWithSlug: (name: string, slug: string) => (name === slug ? name : `${name} (${slug})`),
  deletedType: (slug: string) => `${slug} (deleted)`,
  deletedTypeHint: 'There is no such type.',
  breaks: 'This change breaks existing queries',
  breaksText: 'Who uses these will get errors:',
  force: 'Save nevertheless',
  changesValues: 'This change concerns values of items',
  removedField: (label: string, { count, shown }: Counted) =>
    count === 0
      ? `“${label}” is removed. No item has a value in it.`
      : `“${label}” is removed. ${count === 1 ? 'One item keeps its value' : `${shown} items keep their values`}, shown as no longer part of the type.`,
  renamedField: (from: string, to: string, { count, shown }: Counted) =>
    count === 0
      ? `“${from}” is renamed to “${to}”.`
      : `“${from}” is renamed to “${to}”, with ${count === 1 ? 'the value of one item' : `the values of ${shown} items`}.`,
  retypedField: (label: string, from: string, to: string, { count, shown }: Counted) =>
    `“${label}” changes from ${from} to ${to}. ${count === 0 ? 'No item has a value in it.' : count === 1 ? 'One item has a value.' : `${shown} items have values.`}`,
  allFit: 'All values stay as they are.',
  valuesOf: (label: string) => `Values of ${label}`,
  convertValues: ({ count, shown }: Counted) =>
    count === 1 ? 'Convert one value' : `Convert the values of ${shown} items`,
  notConvertible: ({ count, shown }: Counted) =>
    `${count === 1 ? 'One item has a value' : `${shown} items have values`} that cannot be converted. They stay as they are, and the editor shows them until they are corrected.`,
  noneConvertible: ({ count, shown }: Counted) =>
    `${count === 1 ? 'The value of one item does' : `The values of ${shown} items do`} not fit and cannot be converted. They stay as they are, and the editor shows them until they are corrected.`,
  keepValues: 'Leave all values as they are',
  keepValuesHint: 'Items whose values do not fit cannot be published until they are corrected.',
  ai: 'Search and agent',
  indexed: 'Published items are in the knowledge base',
  indexedHint: 'Otherwise neither searches nor the agent find them.',
  generateEmbeddings: 'Found by their meaning',
  generateEmbeddingsHint: 'Otherwise only by their words.',
  extractKeywords: 'Every part is found by the keywords of the whole item',
  extractKeywordsHint: 'Taken from its text; for long items, whose later parts do not name their subject again.',
  instructions: 'Instructions for the agent',
  instructionsHint: 'When it uses items of this type, such as what to say about them or what to leave out.',
  delete: 'Delete type',
  deleted: 'The type is deleted',
  deleteTitle: (name: string) => `Delete the type ${name}?`,
  deletesFields: (count: number) =>
    count === 0
      ? 'The definition of the type is deleted.'
      : `The definition of the type is deleted, with its ${count === 1 ? 'field' : `${count} fields`}.`,
  keepsItems: (count: number, shown: string) =>
    count === 0
      ? 'No item has this type.'
      : `${count === 1 ? 'One item keeps its' : `${shown} items keep their`} values. Editors do not show its fields any more, until there is a type with the same slug.`,
  leavesKnowledge: (count: number, shown: string) =>
    `${count === 1 ? 'One published item leaves' : `${shown} published items leave`} the knowledge base: searches and the agent do not find ${count === 1 ? 'it' : 'them'} any more.`,
  fieldOf: (field: string, type: string) => `${field} (${type})`,
  refersToIt: (fields: string) => `Fields of other types refer to its items: ${fields}.`,
  breaksQueries: (slug: string) => `Queries of the type “${slug}” get errors.`,
};
