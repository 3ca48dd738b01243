import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  exportedFile: '{count, plural, one {# {one}} other {# {many}}} nach {name} exportiert.',
  stop: 'Anhalten',
  export: 'Exportieren',
  nothingWasExported: 'Es wurde nichts exportiert.',
  written: '{done, number} {many} geschrieben',
  writtenCount: '{done, number} von {count, number} geschrieben ({many})',
  format: 'Dateiformat',
  fields: 'Felder',
  allFields: 'Alle Felder',
  shownFields: '{count, plural, one {# angezeigtes Feld} other {# angezeigte Felder}}',
  scopeWithCount: '{label} ({count, number})',
}
