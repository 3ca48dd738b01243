import { type Clock, systemClock } from '../../../platform/clock.ts'
import { appliedNumbers, schemaVersion } from '../../../store/migrations/migrate.ts'
import { onExistingStore, openStore, type StoreConfig } from '../../../store/open-store.ts'

/**
 * Migrates the store to the level of this version (docs/operate/upgrade.md).
 * @returns a sentence with the levels before and after
 * @throws if there is no store, an instance runs on its folder, or the store is of a newer version
 */
export async function migrateStore(
  { databaseTimeout, ...config }: StoreConfig,
  clock: Clock = systemClock,
): Promise<string> {
  const before = await onExistingStore(config, { beside: false, newest: false }, appliedNumbers)
  await (await openStore(config, clock)).close()
  const from = Math.max(...before)
  return from >= schemaVersion
    ? `The database has schema version ${from} already; nothing was changed.`
    : `The database was upgraded from schema version ${from} to ${schemaVersion}.`
}
