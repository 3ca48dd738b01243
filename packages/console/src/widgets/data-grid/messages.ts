import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  searching: 'Searching…',
  couldNotLoadSuggestions: 'Could not load suggestions.',
  nothingMatches: 'Nothing matches “{asked}”.',
  suggestions: '{label} suggestions',
  thereAreNoRecords: 'There are no records.',
  new: 'New',
  arrowKeysMoveEnterEdits:
    'Arrow keys move, Enter edits, Shift with Space selects a row, Control with Enter opens it, Shift with F10 has a menu. Escape and then Tab leave the grid.',
  toggleAll: 'Toggle All',
  couldNotLoadTheRows: 'Could not load the rows.',
  null: 'NULL',
  thatIsMoreThanRows: 'That is more than {count, number} rows. Use export or import for so many.',
  selectNewRow: 'Select new row',
  selectRow: 'Select row {number}',
  editRow: 'Edit row {number}',
  select: 'Select {title}',
  couldNotLoadTheCells: 'Could not load the cells.',
  thereIsNothingToUndo: 'There is nothing to undo.',
  thereIsNothingToRedo: 'There is nothing to redo.',
  undone: 'Undone.',
  redone: 'Redone.',
  rowsSelected: '{count, plural, one {# row} other {# rows}} selected.',
  readRowsSelected:
    '{count, plural, one {The # row that was read is selected.} other {The # rows that were read are selected.}}',
  rowsAddedCellsChanged:
    '{rows, plural, one {# row} other {# rows}} added, {cells, plural, one {# cell} other {# cells}} changed, not saved yet.',
  cellsChanged: '{cells, plural, one {# cell} other {# cells}} changed, not saved yet.',
  cellsCut: '{count, plural, one {# cell} other {# cells}} cut.',
  cellsCopied: '{count, plural, one {# cell} other {# cells}} copied.',
})
