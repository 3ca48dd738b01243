import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  everywhere: 'Listen, einzelne und verknüpfte Zeilen',
  byList: 'Listen und verknüpfte Zeilen',
  byRecord: 'Einzelne Zeilen nach ID',
  allRows: '{verbs}: alle Zeilen',
  onlyRows: '{verbs}: nur Zeilen mit {filter}',
  noAccess: 'kein Zugriff',
  hole: 'Der Zeilenfilter „{filter}“ gilt nicht für {open}.',
  openList: '{verbs} von Listen und verknüpften Zeilen',
  openRecord: '{verbs} einzelner Zeilen nach ID',
  applyToAll: 'Filter auf alles anwenden',
  closed: 'Der Zeilenfilter gilt jetzt für alle Anfragen an die Tabelle.',
}
