import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  nothingCanBePutBack: 'Nothing can be reverted. {why}',
  theseChangesCancelEachOther: 'These changes cancel each other out.',
  putBack: 'Revert',
  madeAgain: 'created again',
  getsItsOldValues: 'gets its old values',
  deletedAsItWasCreated: 'deleted, as it was created',
  andOthers: 'and others',
  valuesThatWereTooLong: 'Values too long to store are not restored: {fields}.',
  leftAsTheyAre: 'Left unchanged:',
  history: 'History',
  couldNotLoadTheHistory: 'Could not load the history.',
  noChangesAreKeptThat: 'No matching changes.',
  chooseChangesFirst: 'Choose changes first.',
  chosenChangesAreUndoneTogether: 'Selected changes are reverted together.',
  chosen: '{count, number} chosen',
  showOlderChanges: 'Show older changes',
  choose: 'Choose: {name}',
  notCertain: 'uncertain',
  changed: 'Changed: {changed}',
  values: 'Values',
  putTheWholeImportBack: 'Revert the whole import',
  historyOf: 'History of {table}',
  historyOfRecord: 'History of {table} {record}',
  whoChangedWhichRowAnd: 'Who changed which row, and its previous values',
  whoOrApp: 'User or app',
  through: 'Through',
  anything: 'Anything',
  when: 'When',
  anyTime: 'Any time',
  lastHour: 'Last hour',
  last24Hours: 'Last 24 hours',
  last7Days: 'Last 7 days',
  changesOfAreKeptFrom: 'Changes to {table} are now recorded.',
  changesOfAreNoLonger: 'Changes to {table} are no longer recorded.',
  keepTheHistoryOfThis: 'Record the history of this table',
  eachWriteThroughTheInstance:
    'Each write through the instance records the row before and after. Changes by other programs and stored procedures are not recorded.',
  grid: 'Grid',
  import: 'Import',
  script: 'Script',
  nobodySignedIn: 'Not signed in',
  app: 'app {app}',
  putBackAndLeave:
    'Revert {count, plural, one {# row} other {# rows}}, and leave {conflicts, plural, one {# row} other {# rows}} unchanged?',
  dataHistory: 'Data history',
  byOrigin: '{origin, select, grid {grid} import {import} script {script} revert {revert} other {{origin}}}',
  action: '{action, select, created {created} modified {modified} deleted {deleted} other {{action}}}',
  changeOf:
    '{action, select, created {created} modified {modified} deleted {deleted} other {{action}}} {record}, {who}',
  changeOfRows:
    '{action, select, created {created} modified {modified} deleted {deleted} other {{action}}} rows, {who}',
  manyRowsAtOnce:
    '{action, select, created {Many rows were created} modified {Many rows were modified} deleted {Many rows were deleted} other {Many rows were {action}}} at once, too many to record individually.',
  rowsAtOnce:
    '{rows, plural, =1 {One row was} other {# rows were}} {action, select, created {created} modified {modified} deleted {deleted} other {{action}}} at once, too many to record individually.',
  putRowsBack: 'Revert {count, plural, one {# row} other {# rows}}?',
  rowsPutBack: '{count, plural, one {# row} other {# rows}} reverted.',
  rowsPutBackAndLeft:
    '{count, plural, one {# row} other {# rows}} reverted. {conflicts, plural, one {# row} other {# rows}} left unchanged.',
})
