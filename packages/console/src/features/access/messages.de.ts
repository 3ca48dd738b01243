import type { Translation } from '../../language/catalogue.ts'
import type { accessMessages } from './messages.ts'

export const translation: Translation<typeof accessMessages> = {
  module: 'Zugriff',
  failed: 'Die Rollen konnten nicht geladen werden.',
  none: 'Keine Rolle hat Zugriff auf {name}',
  given: '{role} hat jetzt Zugriff auf {name}.',
  conditions:
    'Diese Rolle hat hier Zeilenfilter. Ändern Sie stattdessen ihre Regeln, damit die Filter erhalten bleiben.',
  inactive: 'Anfragen, die auf ihr beruhen, werden mit 403 abgelehnt.',
  read: 'Lesen',
  readAndWrite: 'Lesen und schreiben',
  fullDeletionIncluded: 'Lesen, schreiben und löschen',
  maybeDeleted: 'Möglicherweise wurde er gelöscht.',
  serviceUnknown: 'Einen Dienst namens {name} gibt es nicht.',
  servicesFailed: 'Die Dienste konnten nicht geladen werden.',
  giveAccess: 'Zugriff geben',
  chooseARole: 'Rolle auswählen',
  roleMissing: 'Wählen Sie zuerst eine Rolle.',
  newRole: 'Neue Rolle',
  ungrantedHelp:
    'Apps und Benutzer können ihn erst verwenden, wenn eine Rolle es erlaubt. Administratoren ohne Rolle können es.',
  rolesThatReach: 'Rollen mit Zugriff auf {name}',
  methods: 'Methoden',
  byTheRule: 'Durch die Regel',
  rolesTruncated: 'Nur die ersten {count, number} Rollen werden geprüft.',
  inactiveBadge: 'Inaktiv',
  listOnly: 'Nur die Liste, keine einzelnen Datensätze',
  recordsOnly: 'Nur einzelne Datensätze, keine Liste',
  scriptsOnly: 'Nur Skripte, nicht die API',
  allServices: 'Alle Dienste: {component}',
  rowConditions: 'Zeilenfilter',
  listSingleOnes: 'Liste: {list}. Einzelne Datensätze: {single}.',
  andMore: 'und {count, number} weitere',
}
