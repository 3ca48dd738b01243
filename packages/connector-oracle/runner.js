import driver from 'oracledb'

/** The program has all of the engine but the driver, which stays in its thin mode. */
export function open(_settings, { engines: { oracle } }) {
  return { ...oracle, open: (settings) => oracle.open({ ...settings, driver }) }
}
