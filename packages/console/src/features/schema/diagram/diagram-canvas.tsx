import { IconAffiliate, IconMaximize, IconMinus, IconPlus, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import room from '../../../ui/room.module.css'
import { TextField } from '../../../ui/text-field.tsx'
import { DetailHeader } from '../../../widgets/explorer/split/detail-header.tsx'
import { schemaMessages } from '../messages.ts'
import { GroupFrame, TableBox } from './boxes.tsx'
import styles from './diagram.module.css'
import type { Layout } from './layout.ts'
import { drawnLines, LineLayer } from './line-layer.tsx'
import { type DiagramDetail, type GraphTable, type SchemaGraph, targetsOf } from './schema-graph.ts'
import { isDirection, nextTable } from './steps.ts'
import { usePanAndZoom } from './use-pan-and-zoom.ts'
import { around, centredOn, contains, fitted, overlap, type Size, seen, type View, zoomed } from './view.ts'

interface DiagramCanvasProps {
  graph: SchemaGraph
  layout: Layout
  detail: DiagramDetail
  /** The table to whose surroundings the diagram is limited; `null` shows all tables. */
  centre: string | null
  /** Limits the diagram to the surroundings of a table; `null` shows all tables. */
  onCentre: (id: string | null) => void
  serviceName: (id: number) => string
  addressOf: (table: GraphTable) => string
  onClose: () => void
}

/** Below this zoom, fields are unreadable: only names are drawn, in large type. */
const far = 0.4
const step = 1.25
/** Boxes drawn per frame; hundreds at once would block the page. */
const portion = 40

/** The tables of a service and their relations; only the visible part is rendered. */
export function DiagramCanvas(props: DiagramCanvasProps) {
  const { graph, layout, detail, centre, onCentre, serviceName, addressOf, onClose } = props
  const { boxes, groups } = layout
  const navigate = useNavigate()
  const frame = useRef<HTMLDivElement>(null)
  const size = useFrame(frame)
  const byId = useMemo(() => new Map(graph.tables.map((table) => [table.id, table])), [graph])
  const lines = useMemo(() => drawnLines(graph.links, byId, boxes, detail), [graph, byId, boxes, detail])
  const targets = useMemo(() => targetsOf(graph), [graph])
  const all = useMemo(() => around([...boxes.values(), ...groups]), [boxes, groups])
  /** `null`: fit everything, whatever the size of the frame. */
  const [chosenView, setView] = useState<View | null>(null)
  const [smooth, setSmooth] = useState(false)
  const [search, setSearch] = useState('')
  const [current, setCurrent] = useState<string | null>(centre ?? graph.tables[0]?.id ?? null)
  const [near, setNear] = useState<string | null>(null)
  /** The table whose box receives focus as soon as it is rendered. */
  const toFocus = useRef<string | null>(null)
  const view = chosenView ?? fitted(all, size)
  const currentTable = current === null ? undefined : byId.get(current)
  const wanted = search.trim().toLowerCase()
  /** Deferred, since it restyles hundreds of boxes and must not delay typing. */
  const standingOut = useDeferredValue(wanted)

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
    toFocus.current = id
    if (box && (view.zoom < far || !contains(seen(view, size), box))) glide(centredOn(box, size, view))
  }
  useEffect(() => {
    if (toFocus.current === null) return
    const drawnBoxes = frame.current?.querySelectorAll<HTMLElement>('[data-table]') ?? []
    const box = [...drawnBoxes].find(({ dataset }) => dataset.table === toFocus.current)
    if (!box) return
    toFocus.current = null
    box.focus({ preventScroll: true })
  })
  const onFocus = useCallback((id: string) => setCurrent(id), [])

  const onKeyDown = (event: KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.table : undefined
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') zoomBy(step)
    else if (event.key === '-') zoomBy(1 / step)
    else if (event.key === '0') glide(null)
    else if (event.key === 'n' && id !== undefined) onCentre(centre === id ? null : id)
    else if (id !== undefined && isDirection(event.key)) {
      const next = nextTable(boxes, id, event.key)
      if (next !== null) goTo(next)
    } else return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const box = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-table]') : null
    const table = byId.get(box?.dataset.table ?? '')
    if (!table || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate({ to: addressOf(table) })
  }
  const find = () => {
    const found = wanted === '' ? [] : graph.tables.filter(({ name }) => name.toLowerCase().includes(wanted))
    const first = found.find(({ name }) => name.toLowerCase().startsWith(wanted)) ?? found[0]
    if (first) goTo(first.id)
  }

  const sight = seen(view, size)
  const inSight = graph.tables.flatMap((table) => {
    const box = boxes.get(table.id)
    return box && (table.id === current || overlap(sight, box)) ? [{ table, box }] : []
  })
  const drawn = useInPortions(inSight, portion, ({ table }) => table.id === current)
  const isFar = view.zoom < far
  const linesInSight = useSameList(lines.filter(({ box }) => overlap(sight, box)))

  return (
    <Stack fill>
      <DetailHeader title={schemaMessages.diagram} many={schemaMessages.manyTables} onBack={onClose}>
        <div className={styles.search}>
          <TextField
            label={schemaMessages.findDiagramTable}
            labelHidden
            type="search"
            placeholder={schemaMessages.findATable}
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
        {centre !== null ? (
          <Button size="small" onClick={() => onCentre(null)}>
            {schemaMessages.allTables}
          </Button>
        ) : currentTable ? (
          <IconButton
            label={schemaMessages.onlyNeighbours({ name: currentTable.name })}
            icon={<IconAffiliate />}
            onClick={() => onCentre(currentTable.id)}
          />
        ) : null}
        <IconButton label={schemaMessages.zoomOut} icon={<IconMinus />} onClick={() => zoomBy(1 / step)} />
        <IconButton label={schemaMessages.zoomIn} icon={<IconPlus />} onClick={() => zoomBy(step)} />
        <IconButton label={schemaMessages.showAllTables} icon={<IconMaximize />} onClick={() => glide(null)} />
      </DetailHeader>
      <section
        ref={frame}
        className={styles.canvas}
        aria-label={schemaMessages.diagramTitle}
        data-far={isFar || undefined}
        data-names={detail === 'names' || undefined}
        onKeyDown={onKeyDown}
        onClick={onClick}
        {...pointer}
      >
        <div
          className={styles.drawing}
          data-smooth={smooth || undefined}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}
        >
          {groups.map((group) => (
            <GroupFrame key={`${group.name} ${group.lone}`} group={group} zoom={view.zoom} />
          ))}
          <LineLayer lines={linesInSight} lit={near ?? current} plain={isFar} />
          {drawn.map(({ table, box }) => (
            <TableBox
              key={table.id}
              table={table}
              box={box}
              address={addressOf(table)}
              withFields={!isFar && detail === 'fields'}
              serviceName={table.serviceId === null ? null : serviceName(table.serviceId)}
              targets={targets.get(table.id)}
              current={table.id === current}
              dimmed={standingOut !== '' && !table.name.toLowerCase().includes(standingOut)}
              onNear={setNear}
              onFocus={onFocus}
            />
          ))}
        </div>
        <p className={classNames(styles.hint, room.from768)}>{schemaMessages.diagramKeysHelp}</p>
      </section>
    </Stack>
  )
}

/** Returns the previous list as long as the items are the same, to avoid rendering again. */
function useSameList<T>(list: readonly T[]): readonly T[] {
  const last = useRef(list)
  if (last.current.length !== list.length || last.current.some((one, index) => one !== list[index])) last.current = list
  return last.current
}

/**
 * Returns a list that grows by one portion per frame, so that no frame renders hundreds of items. Items matching `first` are included
 * immediately.
 */
function useInPortions<T>(list: readonly T[], size: number, first: (one: T) => boolean): readonly T[] {
  const [count, setCount] = useState(size)
  const more = count < list.length
  useEffect(() => {
    if (!more) return
    const frame = requestAnimationFrame(() => setCount((now) => now + size))
    return () => cancelAnimationFrame(frame)
  })
  return more ? list.filter((one, index) => index < count || first(one)) : list
}

const unmeasured: Size = { width: 880, height: 560 }

/** The current size of an element, in pixels. */
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
