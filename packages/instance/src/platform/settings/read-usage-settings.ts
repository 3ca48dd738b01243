import type { settingReader } from './setting-reader.ts'
import { SettingError } from './settings.ts'
import { addressForms, type UsageSettings } from './usage-settings.ts'

/** Throws `SettingError` for an invalid value. */
export function readUsageSettings(read: ReturnType<typeof settingReader>): UsageSettings {
  return {
    isOn: read.switch('usage'),
    days: daysOf(read.text('usageKeep')),
    log: {
      rows: read.integer('requestLog', 0, 10_000_000),
      days: read.integer('requestLogDays', 1, 3650),
      sample: shareOf(read.text('requestLogSample')),
      address: read.oneOf('requestLogAddress', addressForms),
      keepsValues: read.switch('requestLogValues'),
    },
    slow: read.integer('slow', 1, 3_600_000),
  }
}

function daysOf(text: string): UsageSettings['days'] {
  const [minutes = 0, hours = 0, days = 0, ...more] = text.split(',').map((each) => Number(each.trim()))
  const isDays = (value: number) => Number.isInteger(value) && value >= 1 && value <= 36_500
  if (more.length === 0 && [minutes, hours, days].every(isDays)) return [minutes, hours, days]
  throw new SettingError('usageKeep', 'must be three numbers of days, such as 2,35,400.')
}

function shareOf(text: string): number {
  const share = Number(text)
  if (text.trim() !== '' && share >= 0 && share <= 1) return share
  throw new SettingError('requestLogSample', 'must be a number from 0 to 1.')
}
