import type { Command } from '../../../widgets/commands/command-list.tsx'

/** What a common client is told, by its name in the choice of them. */
export interface ClientConfiguration {
  readonly id: string
  readonly label: string
  readonly steps: readonly Command[]
}

const json = (value: object) => JSON.stringify(value, null, 2)

/** How the common clients reach an MCP service at an address; `name`: what they call it, that of the service. */
export function clientConfigurations(name: string, address: string): readonly ClientConfiguration[] {
  const http = { url: address }
  const bridged = { command: 'millwright', args: ['mcp', '--instance', address] }
  return [
    {
      id: 'claude-code',
      label: 'Claude Code',
      steps: [
        {
          title: 'In a terminal',
          text: 'Then /mcp in Claude Code signs you in.',
          lines: `claude mcp add --transport http ${quoted(name)} ${quoted(address)}`,
        },
      ],
    },
    {
      id: 'claude',
      label: 'Claude (web and desktop)',
      steps: [
        {
          title: 'Settings, Connectors, Add custom connector',
          text: 'Paste this address, and connect.',
          lines: address,
        },
      ],
    },
    {
      id: 'chatgpt',
      label: 'ChatGPT',
      steps: [
        {
          title: 'Settings, Connectors, Create',
          text: 'In developer mode. Paste this address, and choose OAuth.',
          lines: address,
        },
      ],
    },
    {
      id: 'cursor',
      label: 'Cursor',
      steps: [
        {
          title: '~/.cursor/mcp.json',
          text: 'Cursor then offers to sign you in.',
          lines: json({ mcpServers: { [name]: http } }),
        },
      ],
    },
    {
      id: 'vscode',
      label: 'VS Code',
      steps: [
        {
          title: '.vscode/mcp.json',
          text: 'Start the server from this file, and sign in.',
          lines: json({ servers: { [name]: { type: 'http', ...http } } }),
        },
      ],
    },
    {
      id: 'codex',
      label: 'Codex',
      steps: [
        {
          title: '~/.codex/config.toml',
          text: 'Names the service.',
          lines: `[mcp_servers.${JSON.stringify(name)}]\nurl = ${JSON.stringify(address)}`,
        },
        { title: 'In a terminal', text: 'Signs you in.', lines: `codex mcp login ${quoted(name)}` },
      ],
    },
    {
      id: 'program',
      label: 'One that starts a program',
      steps: [
        {
          title: 'In a terminal',
          text: 'Signs this machine in, once.',
          lines: `millwright mcp login --instance ${quoted(address)}`,
        },
        {
          title: 'The settings of the client',
          text: 'Works for most clients.',
          lines: json({ mcpServers: { [name]: bridged } }),
        },
      ],
    },
  ]
}

/** Why clients of others may not reach an address, as a sentence; null: nothing is known against it. */
export function addressFinding(address: string): string | null {
  const url = URL.parse(address)
  if (url === null) return null
  if (/^(?:localhost|127\.|\[::1\])/.test(url.hostname)) {
    return 'Only clients on this computer reach this address. For others, set MILLWRIGHT_PUBLIC_URL to the public one.'
  }
  if (url.protocol === 'https:') return null
  return 'Most clients refuse addresses without HTTPS. Set MILLWRIGHT_PUBLIC_URL to the public address of this instance.'
}

const quoted = (text: string) => (/^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
