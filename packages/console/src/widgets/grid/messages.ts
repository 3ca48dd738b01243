import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  searching: 'Searching…',
  suggestionsFailed: 'Could not load suggestions.',
  nothingMatches: 'No results for “{asked}”.',
  suggestions: '{label} suggestions',
  noRecords: 'No records.',
  new: 'New',
  keysHelp:
    'Arrow keys move, Enter edits, Shift with Space selects a row, Control with Enter opens it, Shift with F10 has a menu. Escape and then Tab leave the grid.',
  toggleAll: 'Toggle All',
  rowsFailed: 'Could not load the rows.',
  null: 'NULL',
  tooManyRows: 'More than {count, number} rows. Use export or import instead.',
  selectNewRow: 'Select new row',
  selectRow: 'Select row {number}',
  editRow: 'Edit row {number}',
  select: 'Select {title}',
  cellsFailed: 'Could not load the cells.',
  nothingToUndo: 'Nothing to undo.',
  nothingToRedo: 'Nothing to redo.',
  undone: 'Undone.',
  redone: 'Redone.',
  rowsSelected: '{count, plural, one {# row} other {# rows}} selected.',
  readRowsSelected: '{count, plural, one {The # loaded row is selected.} other {The # loaded rows are selected.}}',
  unsavedChanges:
    '{rows, plural, one {# row} other {# rows}} added, {cells, plural, one {# cell} other {# cells}} changed, not saved yet.',
  cellsChanged: '{cells, plural, one {# cell} other {# cells}} changed, not saved yet.',
  pasteWhatFits: 'Some of what you copied does not fit here. Paste the rest?',
  columnsReadOnly:
    '{count, plural, one {{columns} is read-only and keeps its values.} other {{columns} are read-only and keep their values.}}',
  columnsSurplus:
    '{count, plural, one {The last copied column has} other {The last # copied columns have}} no column to go to.',
  paste: 'Paste',
  cellsCut: '{count, plural, one {# cell} other {# cells}} cut.',
  cellsCopied: '{count, plural, one {# cell} other {# cells}} copied.',
})
