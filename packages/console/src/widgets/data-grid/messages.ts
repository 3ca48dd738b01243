import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  searching: 'Searching…',
  couldNotLoadSuggestions: 'Could not load suggestions.',
  nothingMatches: 'No results for “{asked}”.',
  suggestions: '{label} suggestions',
  thereAreNoRecords: 'No records.',
  new: 'New',
  arrowKeysMoveEnterEdits:
    'Arrow keys move, Enter edits, Shift with Space selects a row, Control with Enter opens it, Shift with F10 has a menu. Escape and then Tab leave the grid.',
  toggleAll: 'Toggle All',
  couldNotLoadTheRows: 'Could not load the rows.',
  null: 'NULL',
  thatIsMoreThanRows: 'More than {count, number} rows. Use export or import instead.',
  selectNewRow: 'Select new row',
  selectRow: 'Select row {number}',
  editRow: 'Edit row {number}',
  select: 'Select {title}',
  couldNotLoadTheCells: 'Could not load the cells.',
  thereIsNothingToUndo: 'Nothing to undo.',
  thereIsNothingToRedo: 'Nothing to redo.',
  undone: 'Undone.',
  redone: 'Redone.',
  rowsSelected: '{count, plural, one {# row} other {# rows}} selected.',
  readRowsSelected: '{count, plural, one {The # loaded row is selected.} other {The # loaded rows are selected.}}',
  rowsAddedCellsChanged:
    '{rows, plural, one {# row} other {# rows}} added, {cells, plural, one {# cell} other {# cells}} changed, not saved yet.',
  cellsChanged: '{cells, plural, one {# cell} other {# cells}} changed, not saved yet.',
  pasteWhatFits: 'Some of what you copied does not fit here. Paste the rest?',
  columnsAreReadOnly:
    '{count, plural, one {{columns} is read-only and keeps its values.} other {{columns} are read-only and keep their values.}}',
  columnsAreBeyondTheLast:
    '{count, plural, one {The last copied column has} other {The last # copied columns have}} no column to go to.',
  paste: 'Paste',
  cellsCut: '{count, plural, one {# cell} other {# cells}} cut.',
  cellsCopied: '{count, plural, one {# cell} other {# cells}} copied.',
})
