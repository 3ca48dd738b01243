import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  one: 'Limit',
  created: 'Limit gespeichert.',
  updated: 'Limit gespeichert.',
  pleaseSelect: 'Bitte auswählen …',
  itHasNoEffectUntil: 'Es wirkt erst, wenn es aktiv ist.',
  info: 'Angaben',
  use: 'Verbrauch',
  howManyRequestsAreAllowed: 'Zulässige Anfragen pro Zeitraum.',
  anInactiveLimitCountsNothing: 'Ein inaktives Limit zählt nichts und lehnt nichts ab.',
  whatTheLimitCounts: 'Was das Limit zählt.',
  whatAnEndpointIs: 'Ein Pfad im Dienst, etwa _table/contact. Ein * am Ende schließt alles darunter ein.',
  requestsAreCounted:
    '{user, select, one {Die Anfragen eines Benutzers} each {Die Anfragen jedes Benutzers} other {Alle Anfragen}}{where, select, endpoint { an einen Pfad eines Dienstes} service { an einen Dienst} role { mit einer Rolle} other {}} werden {user, select, each {einzeln} other {zusammen}} gezählt.',
  limitedRequests: 'Begrenzt heißen Anfragen, die irgendein Limit abgelehnt hat; dieses erlaubt {rate} {per}.',
  whatThisPageSeesOf: 'Der Zähler wird hier gezeichnet, solange diese Seite offen ist.',
  limitAt: 'Limit {max, number}',
  chart: 'Nutzung seit {since}: höchstens {peak, number} von {max, number}',
  atMostOf: 'Seitdem höchstens {peak, number} von {max, number}',
  couldNotLoadTheCounters: 'Die Zähler konnten nicht geladen werden.',
  usedInThisPeriod: 'Genutzt in diesem Zeitraum',
  eachUserPer: 'Jeder Benutzer, {per}',
  noneOfUsers:
    '{count, plural, =0 {In diesem Zeitraum hat kein Benutzer eine Anfrage gestellt.} other {In diesem Zeitraum hat keiner von {count, number} Benutzern eine Anfrage gestellt.}}',
  usersOf: '{used, number} von {all, number} Benutzern haben in diesem Zeitraum Anfragen gestellt.',
  mostUsers:
    '{used, number} von {all, number} Benutzern haben in diesem Zeitraum Anfragen gestellt; aufgeführt sind die {most, number} mit den meisten.',
  useByUser: 'Nutzung nach Benutzer',
}
