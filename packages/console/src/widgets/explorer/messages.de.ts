import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  schema: 'Schema {schema}',
  procedures: 'Prozeduren',
  functions: 'Funktionen',
  otherServices: 'Andere Dienste',
  tables: 'Tabellen',
  schemaPane: 'Schema',
  structure: 'Struktur',
  files: 'Dateien',
  access: 'Zugriff',
  showTheTree: 'Baum einblenden',
  hideTheTree: 'Baum ausblenden',
  explorer: 'Explorer',
  searchPlaceholder: 'Dienste und Tabellen suchen',
  searching: 'Wird gesucht …',
  unsearchedDatabases:
    '{count, plural, one {# weitere Datenbank wird durchsucht, sobald sie aufgeklappt ist.} other {# weitere Datenbanken werden durchsucht, sobald sie aufgeklappt sind.}}',
  nothingMatches: 'Nichts gefunden.',
  view: 'Sicht',
  servicePanes: 'Bereiche von {service}',
  tablesFailed: 'Die Tabellen konnten nicht geladen werden.',
  searchTables: 'Tabellen suchen',
  noTables: 'Dieser Dienst hat keine Tabellen.',
  noTableMatches: 'Keine Tabelle entspricht „{text}“.',
  searchCountedTables: '{count, plural, one {# Tabelle} other {# Tabellen}} durchsuchen',
  countedTables: '{count, plural, one {# Tabelle} other {# Tabellen}}',
  tableCount: '{found, number} von {count, plural, one {# Tabelle} other {# Tabellen}}',
  openPlace: '{place} öffnen',
  mostUsed: 'Am meisten genutzt',
  lastOpened: 'Zuletzt geöffnet',
}
