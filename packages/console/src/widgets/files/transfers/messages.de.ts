import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  transfers: 'Übertragungen',
  showTransfers: 'Übertragungen anzeigen',
  foldTransfers: 'Übertragungen einklappen',
  putTransfersAway: 'Übertragungen ausblenden',
  underWay: '{count, plural, one {# Übertragung läuft} other {# Übertragungen laufen}}',
  someFailed: 'Einige Übertragungen sind fehlgeschlagen',
  transfersStopped: 'Übertragungen angehalten',
  transfersDone: 'Übertragungen abgeschlossen',
  stop: '{title} anhalten',
  continueTransfer: '{title} fortsetzen',
  retryTransfer: 'Fehlgeschlagenes wiederholen: {title}',
  putAway: '{title} ausblenden',
  progressLabel: 'Fortschritt: {title}',
  hideItems: 'Einträge ausblenden',
  showItems: 'Einträge anzeigen',
  failed: '{count, number} fehlgeschlagen',
  stopped: 'angehalten',
  byteProgress: '{bytes} von {size}',
  itemProgress: '{done, number} von {items, number}',
  items: '{count, plural, one {# Eintrag} other {# Einträge}}',
  itemsLabel: 'Einträge von {title}',
  done: 'fertig',
  waiting: 'wartet',
}
