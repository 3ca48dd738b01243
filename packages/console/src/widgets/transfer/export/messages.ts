import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  exportedFile: '{count, plural, one {# {one}} other {# {many}}} exported to {name}.',
  stop: 'Stop',
  export: 'Export',
  nothingWasExported: 'Nothing was exported.',
  written: '{done, number} {many} written',
  writtenCount: '{done, number} of {count, number} {many} written',
  format: 'Format',
  fields: 'Fields',
  allFields: 'All fields',
  shownFields: 'The {count, plural, one {# field shown} other {# fields shown}}',
  scopeWithCount: '{label} ({count, number})',
})
