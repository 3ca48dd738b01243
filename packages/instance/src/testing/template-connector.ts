import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConnectors } from '../subjects/connectors/load-connectors.ts'
import { makeConnector } from '../subjects/connectors/new-connector.ts'
import { useConnectors } from '../subjects/kinds/service-kinds.ts'

/** Creates a connector from a template and makes it the only one for instances of this process, until it is closed. `name`: of its folder. */
export async function useTemplate(shape: string, name: string): Promise<{ type: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-connector-'))
  const type = makeConnector(shape, join(folder, name))
  const lines: string[] = []
  useConnectors(await loadConnectors({ named: [`./${name}`], from: folder, log: (line) => void lines.push(line) }))
  if (lines.length > 0) throw new Error(lines.join('\n'))
  return {
    type,
    async close() {
      useConnectors({ kinds: [], failed: [] })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
