import type { Translation } from '../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  dismiss: 'Ausblenden',
  progress: 'Fortschritt',
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
  required: ' (erforderlich)',
  hidePassword: 'Passwort verbergen',
  showPassword: 'Passwort anzeigen',
  hasErrors: '(enthält Fehler)',
  hide: '{label} verbergen',
  show: '{label} anzeigen',
  characterLimit: 'Höchstens {most, number} Zeichen.',
  noClipboard: 'Kein Zugriff auf die Zwischenablage.',
  copyingFailed: 'Kopieren fehlgeschlagen: kein Zugriff auf die Zwischenablage',
  pick: '{label} auswählen',
}
