import { catalogue } from '../../language/catalogue.ts'

/** Texts of connecting a client to an MCP service. */
export const t = catalogue({
  inATerminal: 'In a terminal',
  thenMcpInClaudeCode: 'Then /mcp in Claude Code signs you in.',
  claudeWebAndDesktop: 'Claude (web and desktop)',
  settingsConnectorsAddCustomConnector: 'Settings, Connectors, Add custom connector',
  pasteThisAddressAndConnect: 'Paste this URL, and connect.',
  settingsConnectorsCreate: 'Settings, Connectors, Create',
  inDeveloperModePasteThis: 'In developer mode. Paste this URL, and choose OAuth.',
  cursorThenOffersToSign: 'Cursor then offers to sign you in.',
  startTheServerFromThis: 'Start the server from this file, and sign in.',
  namesTheService: 'Names the service.',
  signsYouIn: 'Signs you in.',
  oneThatStartsAProgram: 'Another client that starts a program',
  signsThisMachineInOnce: 'Signs this machine in, once.',
  theSettingsOfTheClient: 'Settings of the client',
  worksForMostClients: 'Works for most clients.',
  onlyClientsOnThisComputer:
    'Only clients on this computer can reach this URL. For others, set MILLWRIGHT_PUBLIC_URL to the public one.',
  mostClientsRefuseAddressesWithout:
    'Most clients refuse URLs without HTTPS. Set MILLWRIGHT_PUBLIC_URL to the public URL of this instance.',
  theInstanceDoesNotTell: 'The instance does not provide the URL of this service.',
  client: 'Client',
})
