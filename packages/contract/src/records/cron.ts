export interface ZonedCron {
  readonly fields: string
  /** A name of the IANA's database. */
  readonly timezone: string
}

/** A cron expression with the time zone that stands before it, `TZ=Europe/Berlin 0 6 * * *`; UTC without one (docs/wire/scheduler.md). */
export function zonedCron(text: string): ZonedCron {
  const [, zone, fields] = /^\s*(?:CRON_)?TZ=(\S+)\s+(.*)$/s.exec(text) ?? []
  return { fields: (fields ?? text).trim(), timezone: zone ?? 'UTC' }
}
