import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  searching: 'Wird gesucht …',
  couldNotLoadSuggestions: 'Die Vorschläge konnten nicht geladen werden.',
  nothingMatches: 'Nichts entspricht „{asked}“.',
  suggestions: 'Vorschläge für {label}',
  thereAreNoRecords: 'Es gibt keine Datensätze.',
  new: 'Neu',
  arrowKeysMoveEnterEdits:
    'Pfeiltasten bewegen, Eingabe bearbeitet, Umschalt mit Leertaste wählt eine Zeile aus, Strg mit Eingabe öffnet sie, Umschalt mit F10 öffnet ein Menü. Esc und dann Tab verlassen die Tabelle.',
  toggleAll: 'Alle umschalten',
  couldNotLoadTheRows: 'Die Zeilen konnten nicht geladen werden.',
  null: 'NULL',
  thatIsMoreThanRows: 'Das sind mehr als {count, number} Zeilen. Verwenden Sie dafür Export oder Import.',
  selectNewRow: 'Neue Zeile auswählen',
  selectRow: 'Zeile {number} auswählen',
  editRow: 'Zeile {number} bearbeiten',
  select: '{title} auswählen',
  couldNotLoadTheCells: 'Die Zellen konnten nicht geladen werden.',
  thereIsNothingToUndo: 'Es gibt nichts rückgängig zu machen.',
  thereIsNothingToRedo: 'Es gibt nichts zu wiederholen.',
  undone: 'Rückgängig gemacht.',
  redone: 'Wiederholt.',
  rowsSelected: '{count, plural, one {# Zeile} other {# Zeilen}} ausgewählt.',
  readRowsSelected:
    '{count, plural, one {Die # geladene Zeile ist ausgewählt.} other {Die # geladenen Zeilen sind ausgewählt.}}',
  rowsAddedCellsChanged:
    '{rows, plural, one {# Zeile} other {# Zeilen}} hinzugefügt, {cells, plural, one {# Zelle} other {# Zellen}} geändert, noch nicht gespeichert.',
  cellsChanged: '{cells, plural, one {# Zelle} other {# Zellen}} geändert, noch nicht gespeichert.',
  pasteWhatFits: 'Ein Teil des Kopierten passt hier nicht. Den Rest einfügen?',
  columnsAreReadOnly:
    '{count, plural, one {{columns} ist schreibgeschützt und behält die bisherigen Werte.} other {{columns} sind schreibgeschützt und behalten die bisherigen Werte.}}',
  columnsAreBeyondTheLast:
    '{count, plural, one {Für die letzte kopierte Spalte} other {Für die letzten # kopierten Spalten}} gibt es keine Zielspalte.',
  paste: 'Einfügen',
  cellsCut: '{count, plural, one {# Zelle} other {# Zellen}} ausgeschnitten.',
  cellsCopied: '{count, plural, one {# Zelle} other {# Zellen}} kopiert.',
}
