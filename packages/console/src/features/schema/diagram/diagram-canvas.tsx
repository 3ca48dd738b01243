import { IconMaximize, IconMinus, IconPlus, IconSearch } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { DetailHeader } from '../../../widgets/split/detail-header.tsx'
import styles from './diagram.module.css'
import { placeTables } from './layout.ts'
import { drawnLines, type Line } from './lines.ts'
import { type GraphTable, type SchemaGraph, targetsOf } from './schema-graph.ts'
import { isDirection, nextTable } from './steps.ts'
import { TableBox } from './table-box.tsx'
import { usePanAndZoom } from './use-pan-and-zoom.ts'
import { useSameList } from './use-same-list.ts'
import { around, centredOn, contains, fitted, overlap, type Size, seen, type View, zoomed } from './view.ts'

interface DiagramCanvasProps {
  graph: SchemaGraph
  serviceName: (id: number) => string
  addressOf: (table: GraphTable) => string
  onClose: () => void
}

/** Below this size nobody can read fields: only names are drawn, large. */
const far = 0.4
const step = 1.25

/** The tables of a service and what leads where; only what is in sight is drawn. */
export function DiagramCanvas({ graph, serviceName, addressOf, onClose }: DiagramCanvasProps) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useFrame(frame)
  const boxes = useMemo(() => placeTables(graph), [graph])
  const byId = useMemo(() => new Map(graph.tables.map((table) => [table.id, table])), [graph])
  const lines = useMemo(() => drawnLines(graph.links, byId, boxes), [graph, byId, boxes])
  const targets = useMemo(() => targetsOf(graph), [graph])
  const all = useMemo(() => around(boxes.values()), [boxes])
  /** Null: all of it, whatever the size of the frame. */
  const [chosenView, setView] = useState<View | null>(null)
  const [smooth, setSmooth] = useState(false)
  const [search, setSearch] = useState('')
  const [current, setCurrent] = useState<string | null>(graph.tables[0]?.id ?? null)
  const [near, setNear] = useState<string | null>(null)
  const wantsFocus = useRef(false)
  const view = chosenView ?? fitted(all, size)
  const wanted = search.trim().toLowerCase()

  const change = (next: (view: View) => View) => {
    setSmooth(false)
    setView((now) => next(now ?? fitted(all, size)))
  }
  const glide = (next: View | null) => {
    setSmooth(true)
    setView(next)
  }
  const zoomBy = (factor: number) => glide(zoomed(view, factor, { x: size.width / 2, y: size.height / 2 }))
  const pointer = usePanAndZoom(frame, change)

  const goTo = (id: string) => {
    const box = boxes.get(id)
    setCurrent(id)
    wantsFocus.current = true
    if (box && (view.zoom < far || !contains(seen(view, size), box))) glide(centredOn(box, size, view))
  }
  useEffect(() => {
    if (!wantsFocus.current || current === null) return
    const drawnBoxes = frame.current?.querySelectorAll<HTMLElement>('[data-table]') ?? []
    const box = [...drawnBoxes].find(({ dataset }) => dataset.table === current)
    if (!box) return
    wantsFocus.current = false
    box.focus({ preventScroll: true })
  })
  const onFocus = useCallback((id: string) => setCurrent(id), [])

  const onKeyDown = (event: KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.table : undefined
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') zoomBy(step)
    else if (event.key === '-') zoomBy(1 / step)
    else if (event.key === '0') glide(null)
    else if (id !== undefined && isDirection(event.key)) {
      const next = nextTable(boxes, id, event.key)
      if (next !== null) goTo(next)
    } else return
    event.preventDefault()
  }
  const find = () => {
    const found = wanted === '' ? [] : graph.tables.filter(({ name }) => name.toLowerCase().includes(wanted))
    const first = found.find(({ name }) => name.toLowerCase().startsWith(wanted)) ?? found[0]
    if (first) goTo(first.id)
  }

  const sight = seen(view, size)
  const drawn = graph.tables.flatMap((table) => {
    const box = boxes.get(table.id)
    return box && (table.id === current || overlap(sight, box)) ? [{ table, box }] : []
  })
  const linesInSight = useSameList(lines.filter(({ box }) => overlap(sight, box)))

  return (
    <div className={styles.diagram}>
      <DetailHeader title="Diagram" many="tables" onBack={onClose}>
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
        <IconButton label="Zoom out" icon={<IconMinus />} onClick={() => zoomBy(1 / step)} />
        <IconButton label="Zoom in" icon={<IconPlus />} onClick={() => zoomBy(step)} />
        <IconButton label="Show all tables" icon={<IconMaximize />} onClick={() => glide(null)} />
      </DetailHeader>
      <section
        ref={frame}
        className={styles.canvas}
        aria-label="Tables and what leads where"
        data-far={view.zoom < far || undefined}
        onKeyDown={onKeyDown}
        {...pointer}
      >
        <div
          className={styles.drawing}
          data-smooth={smooth || undefined}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}
        >
          <LineLayer lines={linesInSight} lit={near ?? current} />
          {drawn.map(({ table, box }) => (
            <TableBox
              key={table.id}
              table={table}
              box={box}
              address={addressOf(table)}
              serviceName={table.serviceId === null ? null : serviceName(table.serviceId)}
              targets={targets.get(table.id)}
              current={table.id === current}
              dimmed={wanted !== '' && !table.name.toLowerCase().includes(wanted)}
              onNear={setNear}
              onFocus={onFocus}
            />
          ))}
        </div>
        <p className={styles.hint}>Drag or arrow keys move, Ctrl and wheel or + − 0 zoom, Enter opens a table.</p>
      </section>
    </div>
  )
}

const unmeasured: Size = { width: 880, height: 560 }

/** How large an element is, as it changes. Pixels. */
function useFrame(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(unmeasured)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = measured
      if (width > 0 && height > 0) setSize({ width, height })
    }
    measure()
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)
    observer?.observe(measured)
    return () => observer?.disconnect()
  }, [element])
  return size
}

interface LineLayerProps {
  lines: readonly Line[]
  /** Lines of this table stand out. */
  lit: string | null
}

/** The lines between tables. A crow's foot stands where many rows mean one. */
const LineLayer = memo(function LineLayer({ lines, lit }: LineLayerProps) {
  return (
    <svg className={styles.lines} aria-hidden="true" focusable="false">
      <defs>
        <marker
          id="line-many"
          viewBox="0 0 12 12"
          refX="0"
          refY="6"
          markerWidth="12"
          markerHeight="12"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 1 L10 6 L0 11 M0 6 L10 6" className={styles.lineEnd} />
        </marker>
        <marker
          id="line-one"
          viewBox="0 0 12 12"
          refX="6"
          refY="6"
          markerWidth="12"
          markerHeight="12"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M3 2 L3 10" className={styles.lineEnd} />
        </marker>
      </defs>
      {lines.map(({ link, path }) => (
        <path
          key={link.id}
          d={path}
          className={classNames(
            styles.line,
            link.virtual && styles.virtual,
            lit !== null && (link.from === lit || link.to === lit) && styles.lit,
          )}
          markerStart={`url(#line-${link.single ? 'one' : 'many'})`}
          markerEnd="url(#line-one)"
        />
      ))}
    </svg>
  )
})
