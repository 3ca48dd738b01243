import type { Translation } from '../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  dismiss: 'Ausblenden',
  copy: 'Kopieren',
  copied: 'Kopiert',
  justNow: 'gerade eben',
  now: 'jetzt',
  ctrlKey: 'Strg',
  shiftKey: 'Umschalt',
  enterKey: 'Eingabe',
  spaceKey: 'Leertaste',
  deleteKey: 'Entf',
  homeKey: 'Pos1',
  endKey: 'Ende',
  close: 'Schließen',
  required: ' (erforderlich)',
  cancel: 'Abbrechen',
  hidePassword: 'Passwort verbergen',
  showPassword: 'Passwort anzeigen',
  tryAgain: 'Erneut versuchen',
  hasErrors: '(enthält Fehler)',
  hide: '{label} verbergen',
  show: '{label} anzeigen',
  limitReachedAtMostCharacters: 'Höchstens {most, number} Zeichen.',
  noAccessToTheClipboard: 'Kein Zugriff auf die Zwischenablage.',
  copyingFailed: 'Kopieren fehlgeschlagen: kein Zugriff auf die Zwischenablage',
}
