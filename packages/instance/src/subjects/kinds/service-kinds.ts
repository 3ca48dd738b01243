import { systemConfig, userConfig } from '@millwright/contract/service-config/people'
import { type ServiceKind, serviceKind } from '../../gateway/service-kind.ts'
import { messagingConnectors, messagingKinds } from '../caches/messaging-kinds.ts'
import { connectorKind } from '../connectors/connector-kind.ts'
import type { LoadedConnectors } from '../connectors/load-connectors.ts'
import { dataFileKinds } from '../databases/data-files/data-file-kinds.ts'
import { databaseConnectors } from '../databases/database-connectors.ts'
import { databaseKinds } from '../databases/database-kinds.ts'
import { furtherDatabaseKinds } from '../databases/further-database-kinds.ts'
import { documentConnectors } from '../documents/document-connectors.ts'
import { emailKinds } from '../email/email-kinds.ts'
import { fileConnectors, fileKinds } from '../files/file-kinds.ts'
import { mcpKinds } from '../mcp/mcp-kinds.ts'
import { messageConnectors } from '../messages/message-connectors.ts'
import { remoteConnectors, remoteKinds } from '../remote/remote-kinds.ts'
import { scriptKinds } from '../scripts/script-kinds.ts'
import { signInKinds } from '../sign-in/sign-in-kinds.ts'
import { workbookKinds } from '../workbooks/workbook-kinds.ts'

/** Service types of which every instance has exactly one service. */
const ownKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'system',
    label: 'System Management',
    group: 'System',
    description: 'Administers this instance: its users, roles, apps, services and settings.',
    singleton: true,
    reserved: 'always',
    config: systemConfig,
    make: ({ host }) => host.builtIn('system'),
  }),
  serviceKind({
    name: 'user',
    label: 'User service',
    group: 'User',
    description: 'Lets users sign in, register and manage their account.',
    singleton: true,
    reserved: 'always',
    config: userConfig,
    make: ({ host }) => host.builtIn('user'),
  }),
  serviceKind({
    name: 'swagger',
    label: 'API Docs',
    group: 'API Doc',
    description: 'Describes the services of this instance, and lets users try them.',
    singleton: true,
    config: null,
    make: ({ host }) => host.builtIn('api_docs'),
  }),
]

/** The service types of the API, by name. Those that this instance cannot run have no `make`. */
const catalogue: readonly ServiceKind[] = [
  ...databaseKinds,
  ...dataFileKinds,
  ...emailKinds,
  ...fileKinds,
  ...furtherDatabaseKinds,
  ...mcpKinds,
  ...messagingKinds,
  ...ownKinds,
  ...remoteKinds,
  ...scriptKinds,
  ...signInKinds,
  ...workbookKinds,
  ...[
    ...databaseConnectors,
    ...documentConnectors,
    ...fileConnectors,
    ...messageConnectors,
    ...messagingConnectors,
    ...remoteConnectors,
  ].map(connectorKind),
]

/** Per process, like the modules of connectors, which stay loaded. */
let known: readonly ServiceKind[] = inOrder(catalogue)
let byName = new Map(known.map((kind) => [kind.name, kind]))
let failed: readonly string[] = []

/** All service types, by name: those of the API and those of connectors. */
export const serviceKinds = (): readonly ServiceKind[] => known

/**
 * Replaces the connectors' service types. Connectors may also run types of the API that this instance could not run otherwise.
 * Returns the names of types that are left out because this instance runs them itself.
 */
export function useConnectors({ kinds, failed: lost }: LoadedConnectors): readonly string[] {
  const own = new Set(catalogue.filter(({ make }) => make !== undefined).map(({ name }) => name))
  const added = new Map(kinds.filter(({ name }) => !own.has(name)).map((kind) => [kind.name, kind]))
  known = inOrder([...catalogue.filter(({ name }) => !added.has(name)), ...added.values()])
  byName = new Map(known.map((kind) => [kind.name, kind]))
  failed = lost
  return kinds.filter(({ name }) => own.has(name)).map(({ name }) => name)
}

function inOrder(kinds: readonly ServiceKind[]): readonly ServiceKind[] {
  return kinds.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Whether this instance runs services of a type on this machine. */
export function canRun({ make, isAvailable }: ServiceKind): boolean {
  return make !== undefined && (isAvailable?.() ?? true)
}

export function kindOf(type: string): ServiceKind | undefined {
  return byName.get(type)
}

/** Why services of a type do not run here, as a sentence, or `null` if they do. */
export function whyNot(type: string): string | null {
  const kind = kindOf(type)
  if (kind !== undefined && canRun(kind)) return null
  if (kind?.make !== undefined) return `The interpreter for ${kind.label} is not installed on this machine.`
  if (kind !== undefined) return kind.unavailable ?? `This instance cannot run ${kind.label}; a connector can add it.`
  return failed.length === 0
    ? `There is no type '${type}' on this instance.`
    : `There is no type '${type}' on this instance; a configured connector could not be loaded.`
}
