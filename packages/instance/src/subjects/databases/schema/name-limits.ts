import { Problem } from '@millwright/contract/problem'
import type { Engine } from '../../../engines/engine.ts'

/** How long a name can be; PostgreSQL would cut a longer one without a word. */
const limits = {
  sqlite: { most: 255, size: (name: string) => name.length, unit: 'characters' },
  pgsql: { most: 63, size: (name: string) => Buffer.byteLength(name), unit: 'bytes' },
  mysql: { most: 64, size: (name: string) => [...name].length, unit: 'characters' },
  sqlsrv: { most: 128, size: (name: string) => name.length, unit: 'characters' },
} as const

/** Refuses with 400 names that are too long for tables and columns of the engine. */
export function assertNamesFit(engine: Engine['name'], names: Iterable<string>): void {
  const { most, size, unit } = limits[engine]
  for (const name of names) {
    if (size(name) > most)
      throw new Problem(400, `The name '${name}' is longer than the ${most} ${unit} that the database takes.`)
  }
}
