import type Firebird from 'node-firebird'
import type { Settings } from '../../platform/config-values.ts'

type Driver = Pick<typeof Firebird, 'attach'>

/** The driver that the connector hands over among the settings, as the program has none itself; null: it handed over none. */
export function driverIn({ driver }: Settings): Driver | null {
  return isDriver(driver) ? driver : null
}

function isDriver(given: unknown): given is Driver {
  return typeof given === 'object' && given !== null && 'attach' in given && typeof given.attach === 'function'
}
