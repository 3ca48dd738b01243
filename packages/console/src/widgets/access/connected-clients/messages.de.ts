import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  disconnectClient: '{name} trennen ({about})',
  disconnectWarning: 'Das Programm hat hier keinen Zugriff mehr, bis es erneut verbunden wird.',
  disconnectQuestion: '{name} trennen?',
  disconnect: 'Trennen',
  connectedClients: 'Verbundene Programme',
  clientDisconnected: 'Programm getrennt.',
  mayAdminister: 'darf administrieren',
  readWrite: 'darf lesen und schreiben',
  mayRead: 'darf lesen',
  sinceAndUsed: 'Verbunden <since></since> · verwendet <used></used>',
  sinceNeverUsed: 'Verbunden <since></since> · nie verwendet',
  thisComputer: 'dieser Rechner',
  aDevice: 'ein Gerät',
}
