export interface ZonedCron {
  readonly fields: string
  /** An IANA time zone name. */
  readonly timezone: string
}

/**
 * Splits a cron expression from the time zone before it, as in `TZ=Europe/Berlin 0 6 * * *`; the default is UTC
 * (docs/wire/scheduler.md).
 */
export function zonedCron(text: string): ZonedCron {
  const [, zone, fields] = /^\s*(?:CRON_)?TZ=(\S+)\s+(.*)$/s.exec(text) ?? []
  return { fields: (fields ?? text).trim(), timezone: zone ?? 'UTC' }
}
