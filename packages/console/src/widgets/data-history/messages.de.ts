import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  nothingCanBePutBack: 'Nichts lässt sich zurücksetzen. {why}',
  theseChangesCancelEachOther: 'Diese Änderungen heben einander auf.',
  putBack: 'Zurücksetzen',
  madeAgain: 'wird wieder erstellt',
  getsItsOldValues: 'bekommt die alten Werte',
  deletedAsItWasCreated: 'wird gelöscht, da erstellt',
  andOthers: 'und weitere',
  valuesThatWereTooLong: 'Werte, die zum Aufbewahren zu lang waren, kommen nicht zurück: {fields}.',
  leftAsTheyAre: 'Bleiben, wie sie sind:',
  history: 'Verlauf',
  couldNotLoadTheHistory: 'Der Verlauf konnte nicht geladen werden.',
  noChangesAreKeptThat: 'Keine passenden Änderungen.',
  chooseChangesFirst: 'Wählen Sie zuerst Änderungen aus.',
  chosenChangesAreUndoneTogether: 'Ausgewählte Änderungen werden gemeinsam zurückgesetzt.',
  chosen: '{count, number} ausgewählt',
  showOlderChanges: 'Ältere Änderungen zeigen',
  choose: 'Auswählen: {name}',
  notCertain: 'nicht gesichert',
  changed: 'Geändert: {changed}',
  values: 'Werte',
  putTheWholeImportBack: 'Ganzen Import zurücksetzen',
  historyOf: 'Verlauf von {table}',
  historyOfRecord: 'Verlauf von {table} {record}',
  whoChangedWhichRowAnd: 'Wer welche Zeile geändert hat, und was vorher dort stand',
  whoOrApp: 'Person oder App',
  through: 'Über',
  anything: 'Alles',
  when: 'Wann',
  anyTime: 'Jederzeit',
  lastHour: 'Letzte Stunde',
  last24Hours: 'Letzte 24 Stunden',
  last7Days: 'Letzte 7 Tage',
  changesOfAreKeptFrom: 'Änderungen an {table} werden ab jetzt aufbewahrt.',
  changesOfAreNoLonger: 'Änderungen an {table} werden nicht mehr aufbewahrt.',
  keepTheHistoryOfThis: 'Verlauf dieser Tabelle aufbewahren',
  eachWriteThroughTheInstance:
    'Bei jedem Schreiben über die Instanz wird die Zeile vorher und nachher aufbewahrt. Was andere Programme und gespeicherte Prozeduren ändern, ist nicht zu sehen.',
  grid: 'Tabelle',
  import: 'Import',
  script: 'Skript',
  nobodySignedIn: 'Niemand angemeldet',
  app: 'App {app}',
  putBackAndLeave:
    '{count, plural, one {# Zeile} other {# Zeilen}} zurücksetzen und {conflicts, plural, one {# Zeile} other {# Zeilen}} belassen?',
  dataHistory: 'Datenverlauf',
  byOrigin: '{origin, select, grid {Tabelle} import {Import} script {Skript} revert {Zurücksetzen} other {{origin}}}',
  action: '{action, select, created {erstellt} modified {geändert} deleted {gelöscht} other {{action}}}',
  changeOf:
    '{record} {action, select, created {erstellt} modified {geändert} deleted {gelöscht} other {{action}}}, {who}',
  changeOfRows:
    'Zeilen {action, select, created {erstellt} modified {geändert} deleted {gelöscht} other {{action}}}, {who}',
  manyRowsAtOnce:
    'Viele Zeilen auf einmal {action, select, created {erstellt} modified {geändert} deleted {gelöscht} other {{action}}}, zu viele, um sie einzeln aufzubewahren.',
  rowsAtOnce:
    '{rows, plural, one {# Zeile} other {# Zeilen}} auf einmal {action, select, created {erstellt} modified {geändert} deleted {gelöscht} other {{action}}}, zu viele, um sie einzeln aufzubewahren.',
  putRowsBack: '{count, plural, one {# Zeile} other {# Zeilen}} zurücksetzen?',
  rowsPutBack: '{count, plural, one {# Zeile} other {# Zeilen}} zurückgesetzt.',
  rowsPutBackAndLeft:
    '{count, plural, one {# Zeile} other {# Zeilen}} zurückgesetzt, {conflicts, plural, one {# Zeile} other {# Zeilen}} belassen.',
}
