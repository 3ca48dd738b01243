import { type ConsoleSettings, defaultSettings } from './settings.ts'

let settings: ConsoleSettings = defaultSettings

/** Keeps the settings that the console started with: once at start, and by each test. */
export function keepSettings(started: ConsoleSettings): void {
  settings = started
}

export function currentSettings(): ConsoleSettings {
  return settings
}
