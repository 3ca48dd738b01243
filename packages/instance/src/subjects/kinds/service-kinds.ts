import { systemConfig, userConfig } from '@millwright/contract/service-config/people'
import { type ServiceKind, serviceKind } from '../../gateway/service-kind.ts'
import { messagingKinds } from '../caches/messaging-kinds.ts'
import { databaseKinds } from '../databases/database-kinds.ts'
import { furtherDatabaseKinds } from '../databases/further-database-kinds.ts'
import { emailKinds } from '../email/email-kinds.ts'
import { fileKinds } from '../files/file-kinds.ts'
import { mcpKinds } from '../mcp/mcp-kinds.ts'
import { remoteKinds } from '../remote/remote-kinds.ts'
import { scriptKinds } from '../scripts/script-kinds.ts'
import { signInKinds } from '../sign-in/sign-in-kinds.ts'

/** The kinds of which every instance has exactly one service. */
const ownKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'system',
    label: 'System Management',
    group: 'System',
    description: 'Administers this instance: its people, roles, apps, services and settings.',
    singleton: true,
    config: systemConfig,
    make: ({ host }) => host.builtIn('system'),
  }),
  serviceKind({
    name: 'user',
    label: 'User service',
    group: 'User',
    description: 'Lets people sign in, register and look after their own account.',
    singleton: true,
    config: userConfig,
    make: ({ host }) => host.builtIn('user'),
  }),
  serviceKind({
    name: 'swagger',
    label: 'API Docs',
    group: 'API Doc',
    description: 'Describes the services of this instance, and lets people try them.',
    singleton: true,
    config: null,
    make: ({ host }) => host.builtIn('api_docs'),
  }),
]

/** Every kind of service that the wire knows, by name; what this instance cannot run has no `make`. */
export const serviceKinds: readonly ServiceKind[] = [
  ...databaseKinds,
  ...emailKinds,
  ...fileKinds,
  ...furtherDatabaseKinds,
  ...mcpKinds,
  ...messagingKinds,
  ...ownKinds,
  ...remoteKinds,
  ...scriptKinds,
  ...signInKinds,
].toSorted((one, other) => (one.name < other.name ? -1 : 1))

const byName = new Map(serviceKinds.map((kind) => [kind.name, kind]))

/** Whether this instance, on this machine, runs services of a kind. */
export function canRun({ make, isAvailable }: ServiceKind): boolean {
  return make !== undefined && (isAvailable?.() ?? true)
}

export function kindOf(type: string): ServiceKind | undefined {
  return byName.get(type)
}
