import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  nothingCanBePutBack: 'Nothing can be put back. {why}',
  theseChangesCancelEachOther: 'These changes cancel each other out.',
  putBack: 'Put back',
  madeAgain: 'made again',
  getsItsOldValues: 'gets its old values',
  deletedAsItWasCreated: 'deleted, as it was created',
  andOthers: 'and others',
  valuesThatWereTooLong: 'Values that were too long to be kept do not come back: {fields}.',
  leftAsTheyAre: 'Left as they are:',
  history: 'History',
  couldNotLoadTheHistory: 'Could not load the history.',
  noChangesAreKeptThat: 'No matching changes.',
  chooseChangesFirst: 'Choose changes first.',
  chosenChangesAreUndoneTogether: 'Chosen changes are undone together.',
  chosen: '{count, number} chosen',
  showOlderChanges: 'Show older changes',
  choose: 'Choose: {name}',
  notCertain: 'not certain',
  changed: 'Changed: {changed}',
  values: 'Values',
  putTheWholeImportBack: 'Put the whole import back',
  historyOf: 'History of {table}',
  historyOfRecord: 'History of {table} {record}',
  whoChangedWhichRowAnd: 'Who changed which row, and what it was before',
  whoOrApp: 'Who or app',
  through: 'Through',
  anything: 'Anything',
  when: 'When',
  anyTime: 'Any time',
  lastHour: 'Last hour',
  last24Hours: 'Last 24 hours',
  last7Days: 'Last 7 days',
  changesOfAreKeptFrom: 'Changes of {table} are kept from now on.',
  changesOfAreNoLonger: 'Changes of {table} are no longer kept.',
  keepTheHistoryOfThis: 'Keep the history of this table',
  eachWriteThroughTheInstance:
    'Each write through the instance keeps the row as it was and as it became. What other programs and stored procedures change is not seen.',
  grid: 'Grid',
  import: 'Import',
  script: 'Script',
  nobodySignedIn: 'Nobody signed in',
  app: 'app {app}',
  putBackAndLeave:
    'Put {count, plural, one {# row} other {# rows}} back, and leave {conflicts, plural, one {# row} other {# rows}}?',
  dataHistory: 'Data history',
  byOrigin: '{origin, select, grid {grid} import {import} script {script} revert {put back} other {{origin}}}',
  action: '{action, select, created {created} modified {modified} deleted {deleted} other {{action}}}',
  changeOf:
    '{action, select, created {created} modified {modified} deleted {deleted} other {{action}}} {record}, {who}',
  changeOfRows:
    '{action, select, created {created} modified {modified} deleted {deleted} other {{action}}} rows, {who}',
  manyRowsAtOnce:
    '{action, select, created {Many rows were created} modified {Many rows were modified} deleted {Many rows were deleted} other {Many rows were {action}}} at once, too many to be kept one by one.',
  rowsAtOnce:
    '{rows, plural, =1 {One row was} other {# rows were}} {action, select, created {created} modified {modified} deleted {deleted} other {{action}}} at once, too many to be kept one by one.',
  putRowsBack: 'Put {count, plural, one {# row} other {# rows}} back?',
  rowsPutBack: '{count, plural, one {# row} other {# rows}} put back.',
  rowsPutBackAndLeft:
    '{count, plural, one {# row} other {# rows}} put back. {conflicts, plural, one {# row} other {# rows}} left as they are.',
})
