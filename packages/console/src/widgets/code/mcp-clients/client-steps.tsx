import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { type Command, CommandItem, CommandSteps } from '../commands/command-list.tsx'
import { t } from './messages.ts'

/** Instructions for connecting a chosen client to a stored MCP service. */
export function ClientSteps({ service }: { service: string }) {
  const [client, setClient] = useState('claude-code')
  const { data: address, error } = useQuery({
    queryKey: ['mcp-endpoint', service],
    queryFn: async ({ signal }) => {
      const { data } = await send<{ mcp_endpoint?: unknown }>({
        verb: 'GET',
        path: encodeURIComponent(service),
        signal,
      })
      return typeof data.mcp_endpoint === 'string' ? data.mcp_endpoint : null
    },
  })
  if (error) return <Banner tone="danger">{messageOf(error)}</Banner>
  if (address === undefined) return <Skeleton lines={4} />
  if (address === null) return <Text tone="muted">{t.urlUnknown}</Text>
  const clients = clientConfigurations(service, address)
  const chosen = clients.find((each) => each.id === client)
  const finding = addressFinding(address)
  return (
    <Stack gap={4}>
      {finding ? <Banner tone="warning">{finding}</Banner> : null}
      <SelectField
        label={t.client}
        value={client}
        options={clients.map((each) => ({ value: each.id, label: each.label }))}
        onChange={setClient}
      />
      <CommandSteps>
        {chosen?.steps.map((step) => (
          <CommandItem key={step.title} command={step} />
        ))}
      </CommandSteps>
    </Stack>
  )
}

/** Setup instructions of a common client. */
interface ClientConfiguration {
  readonly id: string
  readonly label: string
  readonly steps: readonly Command[]
}

const json = (value: object) => JSON.stringify(value, null, 2)

/** Setup instructions for common clients of an MCP service; `name`: its name in the client. */
export function clientConfigurations(name: string, address: string): readonly ClientConfiguration[] {
  const http = { url: address }
  const bridged = { command: 'millwright', args: ['mcp', '--instance', address] }
  return [
    {
      id: 'claude-code',
      label: 'Claude Code',
      steps: [
        {
          title: t.inATerminal,
          text: t.claudeCodeHelp,
          lines: `claude mcp add --transport http ${quoted(name)} ${quoted(address)}`,
        },
      ],
    },
    {
      id: 'claude',
      label: t.claudeTitle,
      steps: [
        {
          title: t.claudeSteps,
          text: t.claudeHelp,
          lines: address,
        },
      ],
    },
    {
      id: 'chatgpt',
      label: 'ChatGPT',
      steps: [
        {
          title: t.settingsConnectorsCreate,
          text: t.chatgptHelp,
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
          text: t.cursorHelp,
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
          text: t.vsCodeHelp,
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
          text: t.namesTheService,
          lines: `[mcp_servers.${JSON.stringify(name)}]\nurl = ${JSON.stringify(address)}`,
        },
        { title: t.inATerminal, text: t.codexHelp, lines: `codex mcp login ${quoted(name)}` },
      ],
    },
    {
      id: 'program',
      label: t.programClientTitle,
      steps: [
        {
          title: t.inATerminal,
          text: t.programClientHelp,
          lines: `millwright mcp login --instance ${quoted(address)}`,
        },
        {
          title: t.clientSettings,
          text: t.clientSettingsHelp,
          lines: json({ mcpServers: { [name]: bridged } }),
        },
      ],
    },
  ]
}

/** Why other people's clients may not reach a URL, as a sentence, or `null`. */
export function addressFinding(address: string): string | null {
  const url = URL.parse(address)
  if (url === null) return null
  if (/^(?:localhost|127\.|\[::1\])/.test(url.hostname)) {
    return t.localUrlWarning
  }
  if (url.protocol === 'https:') return null
  return t.insecureUrlWarning
}

const quoted = (text: string) => (/^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
