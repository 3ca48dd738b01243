import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  nothingRevertible: 'Nichts lässt sich zurücksetzen. {why}',
  changesCancel: 'Diese Änderungen heben einander auf.',
  putBack: 'Zurücksetzen',
  madeAgain: 'wird wieder erstellt',
  revertUpdate: 'bekommt die alten Werte',
  revertCreation: 'wird gelöscht, da erstellt',
  andOthers: 'und weitere',
  longValuesLost: 'Werte, die zum Aufbewahren zu lang waren, kommen nicht zurück: {fields}.',
  leftUnchanged: 'Bleiben, wie sie sind:',
  history: 'Verlauf',
  historyFailed: 'Der Verlauf konnte nicht geladen werden.',
  noChanges: 'Keine passenden Änderungen.',
  chooseChangesFirst: 'Wählen Sie zuerst Änderungen aus.',
  revertTogetherHelp: 'Ausgewählte Änderungen werden gemeinsam zurückgesetzt.',
  chosen: '{count, number} ausgewählt',
  showOlderChanges: 'Ältere Änderungen zeigen',
  choose: 'Auswählen: {name}',
  notCertain: 'nicht gesichert',
  changed: 'Geändert: {changed}',
  values: 'Werte',
  revertImport: 'Ganzen Import zurücksetzen',
  historyTitle: 'Verlauf von {table}',
  historyOfRecord: 'Verlauf von {table} {record}',
  historyHelp: 'Wer welche Zeile geändert hat, und was vorher dort stand',
  whoOrApp: 'Person oder App',
  through: 'Über',
  anything: 'Alles',
  timeColumn: 'Wann',
  anyTime: 'Jederzeit',
  lastHour: 'Letzte Stunde',
  last24Hours: 'Letzte 24 Stunden',
  last7Days: 'Letzte 7 Tage',
  recordingStarted: 'Änderungen an {table} werden ab jetzt aufbewahrt.',
  recordingStopped: 'Änderungen an {table} werden nicht mehr aufbewahrt.',
  recordHistory: 'Verlauf dieser Tabelle aufbewahren',
  recordHistoryHelp:
    'Bei jedem Schreiben über die Instanz wird die Zeile vorher und nachher aufbewahrt. Was andere Programme und gespeicherte Prozeduren ändern, ist nicht zu sehen.',
  grid: 'Tabelle',
  import: 'Import',
  anonymous: 'Niemand angemeldet',
  app: 'App {app}',
  revertSomeAction:
    '{count, plural, one {# Zeile} other {# Zeilen}} zurücksetzen und {conflicts, plural, one {# Zeile} other {# Zeilen}} belassen?',
  dataHistory: 'Datenverlauf',
  byOrigin: '{origin, select, grid {Tabelle} import {Import} script {Skript} revert {Zurücksetzen} other {{origin}}}',
  action: '{action, select, created {erstellt} modified {geändert} deleted {gelöscht} other {{action}}}',
  changeLabel:
    '{record} {action, select, created {erstellt} modified {geändert} deleted {gelöscht} other {{action}}}, {who}',
  changeOfRows:
    'Zeilen {action, select, created {erstellt} modified {geändert} deleted {gelöscht} other {{action}}}, {who}',
  bulkChange:
    'Viele Zeilen auf einmal {action, select, created {erstellt} modified {geändert} deleted {gelöscht} other {{action}}}, zu viele, um sie einzeln aufzubewahren.',
  rowsAtOnce:
    '{rows, plural, one {# Zeile} other {# Zeilen}} auf einmal {action, select, created {erstellt} modified {geändert} deleted {gelöscht} other {{action}}}, zu viele, um sie einzeln aufzubewahren.',
  putRowsBack: '{count, plural, one {# Zeile} other {# Zeilen}} zurücksetzen?',
  rowsPutBack: '{count, plural, one {# Zeile} other {# Zeilen}} zurückgesetzt.',
  revertedSome:
    '{count, plural, one {# Zeile} other {# Zeilen}} zurückgesetzt, {conflicts, plural, one {# Zeile} other {# Zeilen}} belassen.',
}
