import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  nothingRevertible: 'Nothing can be reverted. {why}',
  changesCancel: 'These changes cancel each other out.',
  putBack: 'Revert',
  madeAgain: 'created again',
  revertUpdate: 'gets its old values',
  revertCreation: 'deleted, as it was created',
  andOthers: 'and others',
  longValuesLost: 'Values too long to store are not restored: {fields}.',
  leftUnchanged: 'Left unchanged:',
  history: 'History',
  historyFailed: 'Could not load the history.',
  noChanges: 'No matching changes.',
  chooseChangesFirst: 'Choose changes first.',
  revertTogetherHelp: 'Selected changes are reverted together.',
  chosen: '{count, number} chosen',
  showOlderChanges: 'Show older changes',
  choose: 'Choose: {name}',
  notCertain: 'uncertain',
  changed: 'Changed: {changed}',
  values: 'Values',
  revertImport: 'Revert the whole import',
  historyTitle: 'History of {table}',
  historyOfRecord: 'History of {table} {record}',
  historyHelp: 'Who changed which row, and its previous values',
  whoOrApp: 'User or app',
  through: 'Through',
  anything: 'Anything',
  timeColumn: 'When',
  anyTime: 'Any time',
  lastHour: 'Last hour',
  last24Hours: 'Last 24 hours',
  last7Days: 'Last 7 days',
  recordingStarted: 'Changes to {table} are now recorded.',
  recordingStopped: 'Changes to {table} are no longer recorded.',
  recordHistory: 'Record the history of this table',
  recordHistoryHelp:
    'Each write through the instance records the row before and after. Changes by other programs and stored procedures are not recorded.',
  grid: 'Grid',
  import: 'Import',
  anonymous: 'Not signed in',
  app: 'app {app}',
  revertSomeAction:
    'Revert {count, plural, one {# row} other {# rows}}, and leave {conflicts, plural, one {# row} other {# rows}} unchanged?',
  dataHistory: 'Data history',
  byOrigin: '{origin, select, grid {grid} import {import} script {script} revert {revert} other {{origin}}}',
  action: '{action, select, created {created} modified {modified} deleted {deleted} other {{action}}}',
  changeLabel:
    '{action, select, created {created} modified {modified} deleted {deleted} other {{action}}} {record}, {who}',
  changeOfRows:
    '{action, select, created {created} modified {modified} deleted {deleted} other {{action}}} rows, {who}',
  bulkChange:
    '{action, select, created {Many rows were created} modified {Many rows were modified} deleted {Many rows were deleted} other {Many rows were {action}}} at once, too many to record individually.',
  rowsAtOnce:
    '{rows, plural, =1 {One row was} other {# rows were}} {action, select, created {created} modified {modified} deleted {deleted} other {{action}}} at once, too many to record individually.',
  putRowsBack: 'Revert {count, plural, one {# row} other {# rows}}?',
  rowsPutBack: '{count, plural, one {# row} other {# rows}} reverted.',
  revertedSome:
    '{count, plural, one {# row} other {# rows}} reverted. {conflicts, plural, one {# row} other {# rows}} left unchanged.',
})
