import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServiceKinds } from '../service-kinds.ts'
import { loadConnectors } from '../subjects/services/connectors/load-connectors.ts'
import { makeConnector } from '../subjects/services/connectors/new-connector.ts'
import type { TestInstance } from './open-test-instance.ts'

/** Creates a connector from a template and makes it the only one of an instance, until it is closed. `name`: of its folder. */
export async function useTemplate(
  { exchangeKinds }: Pick<TestInstance, 'exchangeKinds'>,
  shape: string,
  name: string,
): Promise<{ type: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-connector-'))
  const type = makeConnector(shape, join(folder, name))
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  exchangeKinds(createServiceKinds(await loadConnectors({ named: [`./${name}`], from: folder, log })))
  if (lines.length > 0) throw new Error(lines.join('\n'))
  return {
    type,
    async close() {
      exchangeKinds(createServiceKinds())
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
