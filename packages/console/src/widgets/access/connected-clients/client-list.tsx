import type { ConnectedClient } from '@millwright/contract/records/connected-client'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { confirm } from '../../../confirm/confirm.ts'
import { send } from '../../../instance/send.ts'
import type { Call } from '../../../instance/transport.ts'
import { notify } from '../../../notifications/notify.ts'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import look from '../../../ui/lines.module.css'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './client-list.module.css'
import { clientPlace } from './client-place.ts'
import { t } from './messages.ts'

interface ClientListProps {
  label: string
  clients: readonly ConnectedClient[]
  /** Distinguishes clients of the same name. */
  about: (client: ConnectedClient) => string
  onDisconnect: (client: ConnectedClient) => void
}

/** Clients that act for users at MCP services, with their permissions, dates and a button to disconnect. */
export function ClientList({ label, clients, about, onDisconnect }: ClientListProps) {
  return (
    <Stack as="ul" className={classNames(look.lines, styles.list)} aria-label={label}>
      {clients.map((client) => (
        <li key={client.id} className={styles.client}>
          <Stack grow shrink>
            <Text breakAnywhere>{client.client_name}</Text>
            <Text tone="muted" size="sm" breakAnywhere>
              {about(client)} · {rightsOf(client.scope)} · {clientPlace(client.client_host)}
            </Text>
            <Text tone="muted" size="sm">
              {client.last_used_date
                ? t.sinceAndUsed({
                    since: () => <RelativeDate value={client.created_date} />,
                    used: () => <RelativeDate value={client.last_used_date ?? ''} />,
                  })
                : t.sinceNeverUsed({ since: () => <RelativeDate value={client.created_date} /> })}
            </Text>
          </Stack>
          <IconButton
            size="small"
            label={t.disconnectClient({ name: client.client_name, about: about(client) })}
            icon={<IconPlugConnectedX />}
            onClick={() => onDisconnect(client)}
          />
        </li>
      ))}
    </Stack>
  )
}

/** Asks for confirmation and makes the call that revokes a client's access; resolves to `false` if the user cancels. */
export async function disconnect({ client_name: name }: ConnectedClient, call: Call): Promise<boolean> {
  const run = async () => {
    await send(call)
  }
  const text = t.disconnectWarning
  if (!(await confirm({ title: t.disconnectQuestion({ name }), text, action: t.disconnect, danger: true, run })))
    return false
  notify({ type: 'success', title: t.connectedClients, text: t.clientDisconnected })
  return true
}

/** What scopes allow, in a few words. */
function rightsOf(scope: string): string {
  const scopes = scope.split(' ')
  if (scopes.includes('mcp:admin')) return t.mayAdminister
  return scopes.includes('mcp:write') ? t.readWrite : t.mayRead
}
