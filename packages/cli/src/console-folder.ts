import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where a built console lies, from the published program and from the repository; null when none has been built. */
export function consoleFolder(from: string): string | null {
  const places = [join(from, 'console'), join(from, '..', '..', 'console', 'dist')]
  return places.find((folder) => existsSync(join(folder, 'index.html'))) ?? null
}
