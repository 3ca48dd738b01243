import { type ReactNode, useId } from 'react'
import { Row } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './chart.module.css'
import type { ChartKind, Gap, Series, Timeline } from './chart-layout.ts'
import { stepWords } from './chart-words.ts'
import { t } from './messages.ts'
import { Swatch } from './patterns.tsx'

export interface ChartProps {
  title: string
  kind: ChartKind
  timeline: Timeline
  series: readonly Series[]
  gaps: readonly Gap[]
  /** Formats a value in full, and abbreviated for the axis. */
  format: (value: number) => string
  formatShort: (value: number) => string
  /** A summary of a series' values, next to its name. */
  summary?: (series: Series) => string | null
  /** Time of the response in milliseconds since 1970: a step that ends later is incomplete. */
  until: number
  height?: number
  /** The values belong to the previous query. */
  stale?: boolean
  children?: ReactNode
}

/** The values of a chart as a table, latest first. */
export function ChartTable(props: ChartProps) {
  const { title, timeline, series, format } = props
  const rows = timeline.starts.map((start, index) => ({ start, index })).reverse()
  const caption = useId()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={styles.tableFrame} tabIndex={0} aria-labelledby={caption}>
      <table className={styles.table}>
        <caption id={caption}>{t.theLatestFirst({ title })}</caption>
        <thead>
          <tr>
            <th scope="col">{t.time}</th>
            {series.map(({ id, label }) => (
              <th key={id} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ start, index }) => {
            const note = stepNote(props, index)
            return (
              <tr key={start}>
                <th scope="row">
                  {stepWords(timeline, start)}
                  {note === null ? null : (
                    <Text as="span" tone="warning">
                      {' '}
                      {note}
                    </Text>
                  )}
                </th>
                {series.map(({ id, values }) => (
                  <td key={id}>{valueWords(values[index], format)}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

type Told = Pick<ChartProps, 'timeline' | 'series' | 'gaps' | 'format' | 'until' | 'kind'>

/** The details of one step, next to the drawing. */
export function ChartReadout(props: Told & { index: number }) {
  const { timeline, series, format, index, kind } = props
  const note = stepNote(props, index)
  return (
    <>
      <p>{stepWords(timeline, timeline.starts[index] ?? 0)}</p>
      <dl>
        {series.map((one) => (
          <div key={one.id}>
            <Row as="dt" gap={2}>
              <Swatch series={one} line={kind === 'lines'} />
              {one.label}
            </Row>
            <dd>{valueWords(one.values[index], format)}</dd>
          </div>
        ))}
      </dl>
      {note === null ? null : <p className={styles.note}>{note}</p>}
    </>
  )
}

/** The details of one step, as a sentence. */
export function stepText(props: Told, index: number): string {
  const { timeline, series, format } = props
  const values = series.map((one) => `${one.label} ${valueWords(one.values[index], format)}`)
  const note = stepNote(props, index)
  return `${stepWords(timeline, timeline.starts[index] ?? 0)}: ${values.join(', ')}${note === null ? '' : `. ${note}`}`
}

function valueWords(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? t.unknown : format(value)
}

/** What is uncertain about a step's values, or `null`. */
function stepNote({ timeline, gaps, until }: Told, index: number): string | null {
  const start = timeline.starts[index] ?? 0
  const end = start + timeline.step
  const gap = gaps.find(({ from, to }) => from < end && to > start)
  if (gap) return gap.why
  return end > until ? t.soFar : null
}
