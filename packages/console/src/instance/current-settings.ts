import { type ConsoleSettings, defaultSettings } from './settings.ts'

let settings: ConsoleSettings = defaultSettings

/** Stores the settings that the console started with; called once at startup, and by each test. */
export function setSettings(started: ConsoleSettings): void {
  settings = started
}

export function currentSettings(): ConsoleSettings {
  return settings
}
