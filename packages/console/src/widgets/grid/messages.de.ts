import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  searching: 'Wird gesucht …',
  suggestionsFailed: 'Die Vorschläge konnten nicht geladen werden.',
  nothingMatches: 'Nichts entspricht „{asked}“.',
  suggestions: 'Vorschläge für {label}',
  noRecords: 'Es gibt keine Datensätze.',
  new: 'Neu',
  keysHelp:
    'Pfeiltasten bewegen, Eingabe bearbeitet, Umschalt mit Leertaste wählt eine Zeile aus, Strg mit Eingabe öffnet sie, Umschalt mit F10 öffnet ein Menü. Esc und dann Tab verlassen die Tabelle.',
  toggleAll: 'Alle umschalten',
  rowsFailed: 'Die Zeilen konnten nicht geladen werden.',
  null: 'NULL',
  tooManyRows: 'Das sind mehr als {count, number} Zeilen. Verwenden Sie dafür Export oder Import.',
  selectNewRow: 'Neue Zeile auswählen',
  selectRow: 'Zeile {number} auswählen',
  editRow: 'Zeile {number} bearbeiten',
  select: '{title} auswählen',
  cellsFailed: 'Die Zellen konnten nicht geladen werden.',
  nothingToUndo: 'Es gibt nichts rückgängig zu machen.',
  nothingToRedo: 'Es gibt nichts zu wiederholen.',
  undone: 'Rückgängig gemacht.',
  redone: 'Wiederholt.',
  rowsSelected: '{count, plural, one {# Zeile} other {# Zeilen}} ausgewählt.',
  readRowsSelected:
    '{count, plural, one {Die # geladene Zeile ist ausgewählt.} other {Die # geladenen Zeilen sind ausgewählt.}}',
  unsavedChanges:
    '{rows, plural, one {# Zeile} other {# Zeilen}} hinzugefügt, {cells, plural, one {# Zelle} other {# Zellen}} geändert, noch nicht gespeichert.',
  cellsChanged: '{cells, plural, one {# Zelle} other {# Zellen}} geändert, noch nicht gespeichert.',
  pasteWhatFits: 'Ein Teil des Kopierten passt hier nicht. Den Rest einfügen?',
  columnsReadOnly:
    '{count, plural, one {{columns} ist schreibgeschützt und behält die bisherigen Werte.} other {{columns} sind schreibgeschützt und behalten die bisherigen Werte.}}',
  columnsSurplus:
    '{count, plural, one {Für die letzte kopierte Spalte} other {Für die letzten # kopierten Spalten}} gibt es keine Zielspalte.',
  paste: 'Einfügen',
  cellsCut: '{count, plural, one {# Zelle} other {# Zellen}} ausgeschnitten.',
  cellsCopied: '{count, plural, one {# Zelle} other {# Zellen}} kopiert.',
}
