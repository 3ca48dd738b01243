import type { Settings } from '@millwright/connector/config-values'
import type Firebird from 'node-firebird'

type Driver = Pick<typeof Firebird, 'attach'>

/** The driver that the connector passes in the settings, because this program does not include one; `null` without a connector. */
export function driverIn({ driver }: Settings): Driver | null {
  return isDriver(driver) ? driver : null
}

function isDriver(given: unknown): given is Driver {
  return typeof given === 'object' && given !== null && 'attach' in given && typeof given.attach === 'function'
}
