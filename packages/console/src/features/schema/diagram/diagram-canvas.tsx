import '@xyflow/react/dist/base.css'
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './diagram.module.css'
import { flowEdges, flowNodes } from './flow-parts.ts'
import { boxHeight, boxWidth, placeTables } from './layout.ts'
import { LineEnds } from './line-ends.tsx'
import type { GraphTable, SchemaGraph } from './schema-graph.ts'
import { isDirection, nextTable } from './steps.ts'
import { TableBox } from './table-box.tsx'

interface DiagramCanvasProps {
  graph: SchemaGraph
  serviceName: (id: number) => string
  onOpen: (table: GraphTable) => void
}

const nodeTypes = { table: TableBox }
/** Below this size nobody can read fields: only names are drawn, large. */
const far = 0.4
const moving = { duration: 200 }

/** The tables of a service and what leads where. Arrow keys lead along the tables, Enter opens one. */
export function DiagramCanvas(props: DiagramCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  )
}

function Canvas({ graph, serviceName, onOpen }: DiagramCanvasProps) {
  const flow = useReactFlow()
  const frame = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [current, setCurrent] = useState<string | null>(graph.tables[0]?.id ?? null)
  const [isFar, setFar] = useState(false)
  const wantsFocus = useRef(false)
  const places = useMemo(() => placeTables(graph), [graph])
  const byId = useMemo(() => new Map(graph.tables.map((table) => [table.id, table])), [graph])
  const placed = useMemo(() => flowNodes(graph, places, serviceName), [graph, places, serviceName])
  const edges = useMemo(() => flowEdges(graph.links, places), [graph, places])
  const wanted = search.trim().toLowerCase()
  const nodes = useMemo(
    () =>
      placed.map((node) => ({
        ...node,
        focusable: node.id === current,
        ariaLabel: labelOf(node.data.table),
        className: wanted !== '' && !node.data.table.name.toLowerCase().includes(wanted) ? (styles.dimmed ?? '') : '',
      })),
    [placed, current, wanted],
  )

  const centre = (id: string) => {
    const [place, table] = [places.get(id), byId.get(id)]
    if (!place || !table) return
    const zoom = Math.max(flow.getZoom(), 0.7)
    void flow.setCenter(place.x + boxWidth / 2, place.y + boxHeight(table) / 2, { zoom, ...motion() })
  }
  const goTo = (id: string) => {
    setCurrent(id)
    wantsFocus.current = true
    centre(id)
  }
  useEffect(() => {
    if (!wantsFocus.current || current === null) return
    const node = frame.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(current)}"]`)
    if (!node) return
    wantsFocus.current = false
    node.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const node = event.target instanceof Element ? event.target.closest('.react-flow__node') : null
    const id = node?.getAttribute('data-id')
    if (event.key === '+' || event.key === '=') void flow.zoomIn(motion())
    else if (event.key === '-') void flow.zoomOut(motion())
    else if (event.key === '0') void flow.fitView(motion())
    else if (id && isDirection(event.key)) {
      const next = nextTable(places, id, event.key)
      if (next !== null) goTo(next)
    } else if (id && event.key === 'Enter') {
      const table = byId.get(id)
      if (table) onOpen(table)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const find = () => {
    const found = graph.tables.filter(({ name }) => name.toLowerCase().includes(wanted))
    const first = found.find(({ name }) => name.toLowerCase().startsWith(wanted)) ?? found[0]
    if (first && wanted !== '') goTo(first.id)
  }

  return (
    <div className={styles.diagram}>
      <div className={styles.tools}>
        <div className={styles.search}>
          <TextField
            label="Find a table in the diagram"
            labelHidden
            type="search"
            placeholder="Find a table"
            spellCheck={false}
            icon={<IconSearch />}
            value={search}
            onChange={setSearch}
            onKeyDown={(event) => {
              if (event.key === 'Enter') find()
              else if (event.key === 'Escape' && search !== '') setSearch('')
              else return
              event.preventDefault()
              event.stopPropagation()
            }}
          />
        </div>
        <p className={styles.hint}>Arrow keys lead along the tables, Enter opens one, + − 0 zoom.</p>
        <IconButton label="Zoom out" icon={<IconMinus />} onClick={() => void flow.zoomOut(motion())} />
        <IconButton label="Zoom in" icon={<IconPlus />} onClick={() => void flow.zoomIn(motion())} />
        <IconButton label="Show all tables" icon={<IconMaximize />} onClick={() => void flow.fitView(motion())} />
      </div>
      <div ref={frame} className={styles.canvas} data-far={isFar || undefined} onKeyDownCapture={onKeyDown}>
        <LineEnds />
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          onNodeClick={(_, node) => {
            const table = byId.get(node.id)
            if (table) onOpen(table)
          }}
          onMove={(_, { zoom }) => setFar(zoom < far)}
          minZoom={0.02}
          maxZoom={2}
          fitView
          onlyRenderVisibleElements
          nodesDraggable={false}
          nodesConnectable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          proOptions={{ hideAttribution: true }}
        />
      </div>
    </div>
  )
}

function labelOf({ name, fields, isView }: GraphTable): string {
  return `${isView ? 'View' : 'Table'} ${name}, ${fields.length === 1 ? '1 field' : `${fields.length} fields`}`
}

function motion() {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? { duration: 0 } : moving
}
