import driver from 'node-firebird'

/** The program has all of the engine but the driver. */
export function open(_settings, { engines: { firebird } }) {
  return { ...firebird, open: (settings) => firebird.open({ ...settings, driver }) }
}
