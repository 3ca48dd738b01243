import type { ConnectedClient } from '@millwright/contract/records/connected-client'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { confirm } from '../../confirm/confirm.ts'
import { send } from '../../instance/send.ts'
import type { Call } from '../../instance/transport.ts'
import { notify } from '../../notifications/notify.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { RelativeDate } from '../record-list/relative-date.tsx'
import styles from './client-list.module.css'
import { clientPlace } from './client-place.ts'
import { t } from './messages.ts'

interface ClientListProps {
  label: string
  clients: readonly ConnectedClient[]
  /** What tells one from the others besides its name. */
  about: (client: ConnectedClient) => string
  onDisconnect: (client: ConnectedClient) => void
}

/** Clients that act for people at MCP services: what they may do, since when, and an end to it. */
export function ClientList({ label, clients, about, onDisconnect }: ClientListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
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
    </ul>
  )
}

/** Asks, and makes the call that ends a client's access; false: the person thought better of it. */
export async function disconnect({ client_name: name }: ConnectedClient, call: Call): Promise<boolean> {
  const run = async () => {
    await send(call)
  }
  const text = t.itCanDoNothingHere
  if (!(await confirm({ title: t.disconnectQuestion({ name }), text, action: t.disconnect, danger: true, run })))
    return false
  notify({ type: 'success', title: t.connectedClients, text: t.clientDisconnected })
  return true
}

/** What scopes allow, in a word or two. */
function rightsOf(scope: string): string {
  const scopes = scope.split(' ')
  if (scopes.includes('mcp:admin')) return t.mayAdminister
  return scopes.includes('mcp:write') ? t.mayReadAndWrite : t.mayRead
}
