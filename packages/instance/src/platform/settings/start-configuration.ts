import { statSync } from 'node:fs'
import type { settingReader } from './setting-reader.ts'
import { type Environment, SettingError } from './settings.ts'

/** A folder of configuration to apply at each start, with what its placeholders stand for. */
export interface StartConfiguration {
  readonly folder: string
  readonly overlay: string | null
  readonly env: Environment
}

/** Returns `null` if no folder is given. Throws a `SettingError` for one that is not there, and for an overlay of none. */
export function readStartConfiguration(
  read: ReturnType<typeof settingReader>,
  env: Environment,
): StartConfiguration | null {
  const [folder, overlay] = [read.optional('configFolder'), read.optional('configOverlay')]
  if (folder !== null) {
    // Found before the instance is created, rather than once its first administrator exists.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return { folder, overlay, env }
    throw new SettingError('configFolder', `must be a folder; there is none at ${folder}.`)
  }
  if (overlay === null) return null
  throw new SettingError('configOverlay', 'needs MILLWRIGHT_CONFIG, the folder that has the overlay.')
}
