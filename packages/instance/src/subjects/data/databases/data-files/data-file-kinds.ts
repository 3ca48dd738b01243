import { numberSetting, textSetting } from '@millwright/connector/config-values'
import type { Engine } from '@millwright/connector/engine/engine'
import { type FileStorage, pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { duckdbConfig } from '@millwright/contract/service-config/further-database'
import { sqliteEngine } from '../../../../engines/sqlite/sqlite-engine.ts'
import { type ServiceKind, type ServiceParts, serviceKind } from '../../../../gateway/service-kind.ts'
import { createDatabaseService } from '../database-service.ts'
import { openDataFiles, readOnly } from './data-file-tables.ts'

/** Files of a file service as tables (docs/wire/databases.md). */
export const dataFileKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'duckdb',
    label: 'Parquet, CSV and JSON Files',
    group: 'Database',
    description: 'Reads files of Parquet, CSV and JSON in a file service as tables.',
    config: duckdbConfig,
    check({ storage_container: container }) {
      const isPath = typeof container !== 'string' || container === '' || pathNames(container) !== null
      return isPath ? null : { storage_container: ['storage_container must name a folder of the file service.'] }
    },
    make: (made) => createDatabaseService(engineOf(made), made),
  }),
]

function engineOf({ row, config, host }: ServiceParts): Engine {
  const folder = (pathNames(textSetting(config, 'storage_container') ?? '') ?? []).join('/')
  async function storage(): Promise<FileStorage> {
    const id = numberSetting(config, 'storage_service_id')
    const service = id === null ? null : await host.serviceById(id)
    const found = service === null ? null : await host.parts.storageOf(service.name)
    if (found === null)
      throw new Problem(503, `The service '${row.name}' cannot be used now: it names no file service.`)
    return found
  }
  return {
    ...sqliteEngine,
    name: 'duckdb',
    services: [],
    isFileBased: false,
    open: () => openDataFiles({ storage, folder }),
    schema: {
      ...sqliteEngine.schema,
      plan() {
        throw readOnly()
      },
    },
    store: null,
  }
}
