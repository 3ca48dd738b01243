import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  exportedTo: '{count, plural, one {# {one}} other {# {many}}} nach {name} exportiert.',
  stop: 'Anhalten',
  cancel: 'Abbrechen',
  export: 'Exportieren',
  nothingWasExported: 'Es wurde nichts exportiert.',
  written: '{done, number} {many} geschrieben',
  writtenOf: '{done, number} von {count, number} geschrieben ({many})',
  format: 'Dateiformat',
  fields: 'Felder',
  allFields: 'Alle Felder',
  shownFields: '{count, plural, one {# angezeigtes Feld} other {# angezeigte Felder}}',
  scopeWithCount: '{label} ({count, number})',
}
