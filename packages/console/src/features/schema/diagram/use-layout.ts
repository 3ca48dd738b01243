import { useEffect, useMemo, useState } from 'react'
import { boxHeight, type Detail } from './box-size.ts'
import type { Layout, LayoutTask } from './layout.ts'
import type { SchemaGraph } from './schema-graph.ts'

/** The layout of the diagram; `null` while it is computed, in a worker if the browser supports one. */
export function useLayout({ tables, links }: SchemaGraph, detail: Detail): Layout | null {
  const task = useMemo(
    (): LayoutTask => ({
      tables: tables.map((table) => ({ id: table.id, height: boxHeight(table, detail) })),
      relations: links.map(({ from, to }) => ({ from, to })),
    }),
    [tables, links, detail],
  )
  const [found, setFound] = useState<{ readonly task: LayoutTask; readonly layout: Layout } | null>(null)
  useEffect(() => {
    let wanted = true
    const tell = (layout: Layout) => {
      if (wanted) setFound({ task, layout })
    }
    const here = () => void import('./layout.ts').then(({ placeTables }) => tell(placeTables(task)))
    const worker =
      typeof Worker === 'undefined'
        ? null
        : new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
    if (worker) {
      worker.onmessage = ({ data }: MessageEvent<Layout>) => tell(data)
      worker.onerror = here
      worker.postMessage(task)
    } else here()
    return () => {
      wanted = false
      worker?.terminate()
    }
  }, [task])
  return found?.task === task ? found.layout : null
}
