import { connectors as amqpConnectors } from '@millwright/connector-amqp/connectors'
import { connectors as azureConnectors } from '@millwright/connector-azure/connectors'
import { connectors as couchdbConnectors } from '@millwright/connector-couchdb/connectors'
import { connectors as dynamodbConnectors } from '@millwright/connector-dynamodb/connectors'
import { connectors as ftpConnectors } from '@millwright/connector-ftp/connectors'
import { connectors as hdfsConnectors } from '@millwright/connector-hdfs/connectors'
import { connectors as logstashConnectors } from '@millwright/connector-logstash/connectors'
import { connectors as mongodbConnectors } from '@millwright/connector-mongodb/connectors'
import { connectors as mqttConnectors } from '@millwright/connector-mqtt/connectors'
import { connectors as pushConnectors } from '@millwright/connector-push/connectors'
import { connectors as salesforceConnectors } from '@millwright/connector-salesforce/connectors'
import { connectors as sftpConnectors } from '@millwright/connector-sftp/connectors'
import { connectors as snowflakeConnectors } from '@millwright/connector-snowflake/connectors'
import { connectors as swiftConnectors } from '@millwright/connector-swift/connectors'
import { connectors as webdavConnectors } from '@millwright/connector-webdav/connectors'
import { systemConfig, userConfig } from '@millwright/contract/service-config/people'
import { canRun, type RunnableKinds, type ServiceKind, serviceKind } from './gateway/service-kind.ts'
import { dataFileKinds } from './subjects/data/databases/data-files/data-file-kinds.ts'
import { databaseKinds, furtherDatabaseKinds } from './subjects/data/databases/database-kinds.ts'
import { fileKinds } from './subjects/data/files/file-kinds.ts'
import { workbookKinds } from './subjects/data/workbooks/workbook-kinds.ts'
import { emailKinds } from './subjects/identity/email/email-service.ts'
import { signInKinds } from './subjects/identity/sign-in/sign-in-kinds.ts'
import { customApiKind } from './subjects/integrations/custom-apis/custom-api-kind.ts'
import { mcpKinds } from './subjects/integrations/mcp/mcp-kinds.ts'
import { remoteConnectors, remoteKinds } from './subjects/integrations/remote/remote-kinds.ts'
import { scriptKinds } from './subjects/integrations/scripts/script-service.ts'
import { messagingConnectors, messagingKinds } from './subjects/services/caches/messaging-kinds.ts'
import { connectorKind } from './subjects/services/connectors/connector-kind.ts'
import type { LoadedConnectors } from './subjects/services/connectors/load-connectors.ts'

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
  customApiKind,
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
    ...couchdbConnectors,
    ...dynamodbConnectors,
    ...salesforceConnectors,
    ...snowflakeConnectors,
    ...azureConnectors,
    ...ftpConnectors,
    ...hdfsConnectors,
    ...mongodbConnectors,
    ...sftpConnectors,
    ...swiftConnectors,
    ...webdavConnectors,
    ...amqpConnectors,
    ...logstashConnectors,
    ...mqttConnectors,
    ...pushConnectors,
    ...messagingConnectors,
    ...remoteConnectors,
  ].map(connectorKind),
]

const ownTypes: ReadonlySet<string> = new Set(
  catalogue.filter(({ make }) => make !== undefined).map(({ name }) => name),
)

/** The names of connectors' types that are left out because the instance runs them itself. */
export function replacedTypes({ kinds }: LoadedConnectors): readonly string[] {
  return kinds.map(({ name }) => name).filter((name) => ownTypes.has(name))
}

/**
 * All service types: those of the API and those of connectors. Connectors may also run types of the API that this instance could not run
 * otherwise.
 */
export function createServiceKinds({ kinds, failed }: LoadedConnectors = { kinds: [], failed: [] }): RunnableKinds {
  const added = new Map(kinds.filter(({ name }) => !ownTypes.has(name)).map((kind) => [kind.name, kind]))
  const all = [...catalogue.filter(({ name }) => !added.has(name)), ...added.values()].toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  )
  const byName = new Map(all.map((kind) => [kind.name, kind]))

  function whyNot(type: string): string | null {
    const kind = byName.get(type)
    if (kind !== undefined && canRun(kind)) return null
    if (kind?.make !== undefined) return `The interpreter for ${kind.label} is not installed on this machine.`
    if (kind !== undefined) return kind.unavailable ?? `This instance cannot run ${kind.label}; a connector can add it.`
    return failed.length === 0
      ? `There is no type '${type}' on this instance.`
      : `There is no type '${type}' on this instance; a configured connector could not be loaded.`
  }

  return { all, of: (type) => byName.get(type), canRun: (type) => whyNot(type) === null, whyNot }
}
