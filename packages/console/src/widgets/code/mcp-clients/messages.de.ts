import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  inATerminal: 'In einem Terminal',
  claudeCodeHelp: 'Danach melden Sie sich in Claude Code mit /mcp an.',
  claudeTitle: 'Claude (Web und Desktop)',
  claudeSteps: 'Einstellungen, Konnektoren, benutzerdefinierten Konnektor hinzufügen',
  claudeHelp: 'Diese URL einfügen und verbinden.',
  settingsConnectorsCreate: 'Einstellungen, Konnektoren, Erstellen',
  chatgptHelp: 'Im Entwicklermodus. Diese URL einfügen und OAuth wählen.',
  cursorHelp: 'Cursor bietet danach die Anmeldung an.',
  vsCodeHelp: 'Den Server aus dieser Datei starten und anmelden.',
  namesTheService: 'Trägt den Dienst ein.',
  codexHelp: 'Meldet Sie an.',
  programClientTitle: 'Anderer Client, der ein Programm startet',
  programClientHelp: 'Meldet diesen Rechner einmalig an.',
  clientSettings: 'Einstellungen des Clients',
  clientSettingsHelp: 'Funktioniert mit den meisten Clients.',
  localUrlWarning:
    'Diese URL erreichen nur Clients auf diesem Rechner. Für andere setzen Sie MILLWRIGHT_PUBLIC_URL auf die öffentliche URL.',
  insecureUrlWarning:
    'Die meisten Clients lehnen URLs ohne HTTPS ab. Setzen Sie MILLWRIGHT_PUBLIC_URL auf die öffentliche URL dieser Instanz.',
  urlUnknown: 'Die Instanz gibt die URL dieses Dienstes nicht an.',
  client: 'Client',
}
