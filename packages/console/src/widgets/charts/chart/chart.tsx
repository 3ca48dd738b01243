import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './chart.module.css'
import { chartLayout, placeOf, roomForAmounts, stepAt } from './chart-layout.ts'
import { type ChartProps, ChartReadout, ChartTable, stepText } from './chart-values.tsx'
import { tickWords } from './chart-words.ts'
import { t } from './messages.ts'
import { Patterns, patternId, Swatch } from './patterns.tsx'

/** Values over time, as a drawing or a table. Arrow keys move through the steps of the drawing. */
export function Chart(props: ChartProps) {
  const { title, series, summary, stale = false } = props
  const [asTable, setAsTable] = useState(false)
  const heading = useId()
  return (
    <figure className={styles.chart} aria-labelledby={heading} aria-busy={stale || undefined}>
      <Row as="figcaption" gap={3} rowGap={1} wrap justify="between">
        <h3 id={heading}>{title}</h3>
        <Button
          variant="quiet"
          size="small"
          reads
          icon={asTable ? <IconChartBar /> : <IconTable />}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? t.showAsChart : t.showAsTable}
        </Button>
      </Row>
      <ul className={styles.legend} aria-label={t.whatIsShown({ title })}>
        {series.map((one) => (
          <Row as="li" gap={2} key={one.id}>
            <Swatch series={one} line={props.kind === 'lines'} />
            {one.label}
            {summary ? (
              <Text as="strong" tone="default" weight="medium">
                {summary(one) ?? '–'}
              </Text>
            ) : null}
          </Row>
        ))}
      </ul>
      {asTable ? <ChartTable {...props} /> : <ChartPlot {...props} />}
      {props.children}
    </figure>
  )
}

/** Steps that Page Up and Page Down skip. */
const page = 10

/** The drawing of a chart. One step at a time is selected by pointer or keyboard, and shown in detail. */
function ChartPlot(props: ChartProps) {
  const { title, kind, timeline, series, gaps, formatShort, height = 200 } = props
  const element = useRef<HTMLDivElement>(null)
  const width = useWidth(element)
  const frame = { width, height, left: roomForAmounts(kind, series, formatShort) }
  const base = useId()
  const last = timeline.starts.length - 1
  const [chosen, setChosen] = useState<number | null>(null)
  const [isVisible, setTold] = useState(false)
  const at = Math.min(chosen ?? last, last)
  const { area, paths, amounts, times, ...drawn } = chartLayout({ kind, timeline, series, gaps, frame })
  const shown = isVisible && at >= 0

  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepAfter(event.key, at, last)
    if (next === null) return
    event.preventDefault()
    setChosen(next)
    setTold(true)
  }
  const point = (clientX: number) => {
    const left = element.current?.getBoundingClientRect().left ?? 0
    const next = stepAt(timeline, frame, clientX - left)
    if (next === null) return
    setChosen(next)
    setTold(true)
  }

  return (
    <div
      ref={element}
      className={styles.plot}
      role="slider"
      tabIndex={0}
      aria-label={t.stepByStep({ title })}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={Math.max(0, at)}
      aria-valuetext={at < 0 ? t.nothingIsKnown : stepText(props, at)}
      onKeyDown={onKeyDown}
      onFocus={(event) => setTold(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setTold(false)}
      onPointerMove={(event) => point(event.clientX)}
      onPointerDown={(event) => point(event.clientX)}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse') setTold(false)
      }}
    >
      <svg width={width} height={height} aria-hidden="true">
        <Patterns base={base} series={series} />
        {amounts.map(({ at: y, value }) => (
          <g key={value}>
            <path className={value === 0 ? styles.ground : styles.rule} d={`M${area.left} ${y}H${area.right}`} />
            <text className={styles.amount} x={area.left - 8} y={y} dy="0.32em">
              {formatShort(value)}
            </text>
          </g>
        ))}
        {times.map(({ at: x, value }) => (
          <g key={value}>
            <path className={styles.ground} d={`M${x} ${area.bottom}v4`} />
            <text className={styles.time} x={x} y={height - 4}>
              {tickWords(timeline, value)}
            </text>
          </g>
        ))}
        {drawn.gaps.map(({ left, width: wide, why }) => (
          <rect
            key={`${left} ${why}`}
            x={left}
            y={area.top}
            width={wide}
            height={area.bottom - area.top}
            fill={`url(#${base}-gap)`}
          />
        ))}
        {series.map((one, index) =>
          kind === 'columns' ? (
            <path key={one.id} d={paths[index]} fill={`url(#${patternId(base, one)})`} />
          ) : (
            <path
              key={one.id}
              className={styles.line}
              data-tone={one.tone}
              data-pattern={one.pattern}
              d={paths[index]}
            />
          ),
        )}
        {drawn.dots.map(({ series: one, x, y }) => (
          <circle key={`${one.id} ${x}`} className={styles.full} data-tone={one.tone} cx={x} cy={y} r="3" />
        ))}
        {shown ? (
          <path
            className={styles.cursor}
            d={`M${Math.round(placeOf(timeline, frame, at)) + 0.5} ${area.top}V${area.bottom}`}
          />
        ) : null}
      </svg>
      {shown ? (
        <div
          className={styles.readout}
          aria-hidden="true"
          style={{ '--at': `${besideOf(placeOf(timeline, frame, at), width)}px` }}
        >
          <ChartReadout {...props} index={at} />
        </div>
      ) : null}
    </div>
  )
}

/** Left edge of a step's details: next to the step, on the side with more room. */
function besideOf(place: number, width: number): number {
  const wide = 190
  const apart = 12
  return Math.max(0, place > width / 2 ? place - wide - apart : Math.min(place + apart, width - wide))
}

/** The step that a key moves to; `null` for other keys. */
function stepAfter(key: string, at: number, last: number): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - page,
    PageUp: at + page,
    Home: 0,
    End: last,
  }
  const next = moves[key]
  return next === undefined ? null : Math.max(0, Math.min(last, next))
}

/** Width in pixels before layout. */
const usual = 720

/** The current width of an element, in whole pixels. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(usual)
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.floor(element.current?.clientWidth || usual))
    measure()
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)
    if (element.current) observer?.observe(element.current)
    return () => observer?.disconnect()
  }, [element])
  return width
}
