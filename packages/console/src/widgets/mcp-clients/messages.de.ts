import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  inATerminal: 'In einem Terminal',
  thenMcpInClaudeCode: 'Danach melden Sie sich in Claude Code mit /mcp an.',
  claudeWebAndDesktop: 'Claude (Web und Desktop)',
  settingsConnectorsAddCustomConnector: 'Einstellungen, Konnektoren, benutzerdefinierten Konnektor hinzufügen',
  pasteThisAddressAndConnect: 'Diese URL einfügen und verbinden.',
  settingsConnectorsCreate: 'Einstellungen, Konnektoren, Erstellen',
  inDeveloperModePasteThis: 'Im Entwicklermodus. Diese URL einfügen und OAuth wählen.',
  cursorThenOffersToSign: 'Cursor bietet danach die Anmeldung an.',
  startTheServerFromThis: 'Den Server aus dieser Datei starten und anmelden.',
  namesTheService: 'Trägt den Dienst ein.',
  signsYouIn: 'Meldet Sie an.',
  oneThatStartsAProgram: 'Anderer Client, der ein Programm startet',
  signsThisMachineInOnce: 'Meldet diesen Rechner einmalig an.',
  theSettingsOfTheClient: 'Einstellungen des Clients',
  worksForMostClients: 'Funktioniert mit den meisten Clients.',
  onlyClientsOnThisComputer:
    'Diese URL erreichen nur Clients auf diesem Rechner. Für andere setzen Sie MILLWRIGHT_PUBLIC_URL auf die öffentliche URL.',
  mostClientsRefuseAddressesWithout:
    'Die meisten Clients lehnen URLs ohne HTTPS ab. Setzen Sie MILLWRIGHT_PUBLIC_URL auf die öffentliche URL dieser Instanz.',
  theInstanceDoesNotTell: 'Die Instanz gibt die URL dieses Dienstes nicht an.',
  client: 'Client',
}
