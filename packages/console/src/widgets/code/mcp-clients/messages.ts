import { catalogue } from '../../../language/catalogue.ts'

/** Texts of connecting a client to an MCP service. */
export const t = catalogue({
  inATerminal: 'In a terminal',
  claudeCodeHelp: 'Then /mcp in Claude Code signs you in.',
  claudeTitle: 'Claude (web and desktop)',
  claudeSteps: 'Settings, Connectors, Add custom connector',
  claudeHelp: 'Paste this URL, and connect.',
  settingsConnectorsCreate: 'Settings, Connectors, Create',
  chatgptHelp: 'In developer mode. Paste this URL, and choose OAuth.',
  cursorHelp: 'Cursor then offers to sign you in.',
  vsCodeHelp: 'Start the server from this file, and sign in.',
  namesTheService: 'Names the service.',
  codexHelp: 'Signs you in.',
  programClientTitle: 'Another client that starts a program',
  programClientHelp: 'Signs this machine in, once.',
  clientSettings: 'Settings of the client',
  clientSettingsHelp: 'Works for most clients.',
  localUrlWarning:
    'Only clients on this computer can reach this URL. For others, set MILLWRIGHT_PUBLIC_URL to the public one.',
  insecureUrlWarning:
    'Most clients refuse URLs without HTTPS. Set MILLWRIGHT_PUBLIC_URL to the public URL of this instance.',
  urlUnknown: 'The instance does not provide the URL of this service.',
  client: 'Client',
})
