import { randomBytes } from 'node:crypto'
import { appType } from '@millwright/contract/records/app'
import type { Insertable } from 'kysely'
import type { AppTable } from '../../store/tables.ts'

interface ShippedApp {
  readonly name: string
  readonly description: string
  /** Where the console shows it. */
  readonly path: string
}

const shipped: readonly ShippedApp[] = [
  { name: 'admin', description: 'The console in which this instance is administered.', path: 'home' },
  { name: 'api_docs', description: 'Reads and tries out the APIs of the services.', path: 'apidocs' },
  { name: 'file_manager', description: 'Manages the files of file services.', path: 'file-manager' },
]

/** The apps of a new instance, each with a key of its own. `date`: as `created_date`. */
export function shippedApps(date: string): Insertable<AppTable>[] {
  return shipped.map((app) => ({
    ...app,
    api_key: randomBytes(32).toString('hex'),
    is_active: 1,
    type: appType.path,
    requires_fullscreen: 0,
    allow_fullscreen_toggle: 1,
    toggle_location: 'top',
    created_date: date,
    last_modified_date: date,
  }))
}
