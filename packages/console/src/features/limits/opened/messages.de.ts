import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  one: 'Limit',
  created: 'Limit gespeichert.',
  updated: 'Limit gespeichert.',
  pleaseSelect: 'Bitte auswählen …',
  inactiveNote: 'Es wirkt erst, wenn es aktiv ist.',
  info: 'Angaben',
  use: 'Verbrauch',
  rateHelp: 'Zulässige Anfragen pro Zeitraum.',
  activeHelp: 'Ein inaktives Limit zählt nichts und lehnt nichts ab.',
  typeHelp: 'Was das Limit zählt.',
  endpointHelp: 'Ein Pfad im Dienst, etwa _table/contact. Ein * am Ende schließt alles darunter ein.',
  requestsAreCounted:
    '{user, select, one {Die Anfragen eines Benutzers} each {Die Anfragen jedes Benutzers} other {Alle Anfragen}}{where, select, endpoint { an einen Pfad eines Dienstes} service { an einen Dienst} role { mit einer Rolle} other {}} werden {user, select, each {einzeln} other {zusammen}} gezählt.',
  limitedRequests: 'Begrenzt heißen Anfragen, die irgendein Limit abgelehnt hat; dieses erlaubt {rate} {per}.',
  chartHelp: 'Der Zähler wird hier gezeichnet, solange diese Seite offen ist.',
  limitLine: 'Limit {max, number}',
  chart: 'Nutzung seit {since}: höchstens {peak, number} von {max, number}',
  peakValue: 'Seitdem höchstens {peak, number} von {max, number}',
  countersFailed: 'Die Zähler konnten nicht geladen werden.',
  periodUsage: 'Genutzt in diesem Zeitraum',
  eachUserPer: 'Jeder Benutzer, {per}',
  noneOfUsers:
    '{count, plural, =0 {In diesem Zeitraum hat kein Benutzer eine Anfrage gestellt.} other {In diesem Zeitraum hat keiner von {count, number} Benutzern eine Anfrage gestellt.}}',
  usersCounted: '{used, number} von {all, number} Benutzern haben in diesem Zeitraum Anfragen gestellt.',
  mostUsers:
    '{used, number} von {all, number} Benutzern haben in diesem Zeitraum Anfragen gestellt; aufgeführt sind die {most, number} mit den meisten.',
  useByUser: 'Nutzung nach Benutzer',
}
