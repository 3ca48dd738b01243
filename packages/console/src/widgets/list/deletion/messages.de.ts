import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  inUse: 'In Verwendung',
  inUseTitle: 'Verwendet von',
  hiddenRecords:
    '{others, select, yes {{count, plural, =0 {Weitere Datensätze, auf die} one {# weiterer Datensatz, auf den} other {# weitere Datensätze, auf die}}} other {{count, plural, =0 {Datensätze, auf die} one {# Datensatz, auf den} other {# Datensätze, auf die}}}} Sie keinen Zugriff haben',
  renameQuestion: '{from} in {to} umbenennen?',
  oldNameEnds: 'Anfragen mit dem Namen {from} werden dann abgelehnt.',
  oldNameStays: 'Anfragen mit dem Namen {from} kommen weiterhin an.',
  maybeNothingFollows: 'Was ihn verwendet, etwa Ereignisskripte und Rollen, muss womöglich von Hand geändert werden.',
  rename: 'Umbenennen',
  andMore: '{names} und {more, number} weitere',
  dependents:
    '{resource, select, app {{count, plural, one {# App} other {# Apps}}} user {{count, plural, one {# Benutzer} other {# Benutzer}}} admin {{count, plural, one {# Administrator} other {# Administratoren}}} role {{count, plural, one {# Rolle} other {# Rollen}}} service {{count, plural, one {# Dienst} other {# Dienste}}} limit {{count, plural, one {# Limit} other {# Limits}}} lookup {{count, plural, one {# Lookup-Schlüssel} other {# Lookup-Schlüssel}}} email_template {{count, plural, one {# E-Mail-Vorlage} other {# E-Mail-Vorlagen}}} event_script {{count, plural, one {# Skript} other {# Skripte}}} webhook {{count, plural, one {# Webhook} other {# Webhooks}}} cors {{count, plural, one {# CORS-Eintrag} other {# CORS-Einträge}}} data_view {{count, plural, one {# Ansicht} other {# Ansichten}}} scheduler {{count, plural, one {# geplante Aufgabe} other {# geplante Aufgaben}}} other {{count, plural, one {#-mal {name}} other {#-mal {name}}}}}',
  appsLoseRole: 'Die Standardrolle geht verloren: Anfragen nur mit dem API-Schlüssel werden abgelehnt.',
  usersLoseRole: 'Die Rolle geht verloren und damit der Zugriff auf die Apps, für die sie vergeben war.',
  usersLoseApp: 'Die Rolle in dieser App geht verloren.',
  appsLoseStorage: 'Der Speicher geht verloren: Die Seiten darin lassen sich nicht mehr öffnen.',
  rolesLoseRules: 'Die Zugriffsregeln dafür gehen verloren.',
  restoring: 'Wird wiederhergestellt …',
  auditMissing: 'Einige stehen nicht mehr im Audit-Protokoll.',
  notRestored: 'Nicht wiederhergestellt: {reason}',
  nothingWasRestored: 'Es wurde nichts wiederhergestellt.',
  restored: '{count, plural, one {Wiederhergestellt.} other {# wiederhergestellt.}}',
  newApiKey: 'Ein neuer API-Schlüssel wurde erzeugt.',
  enterSecretsAgain: 'Geheime Werte müssen neu eingegeben werden: {names}.',
  undo: 'Rückgängig',
}
