import { Row } from '../../../ui/layout.tsx'
import styles from './chart.module.css'
import type { ChartProps } from './chart-props.ts'
import { stepWords } from './chart-words.ts'
import { t } from './messages.ts'
import { Swatch } from './patterns.tsx'

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

export function valueWords(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? t.unknown : format(value)
}

/** What is uncertain about a step's values, or `null`. */
export function stepNote({ timeline, gaps, until }: Told, index: number): string | null {
  const start = timeline.starts[index] ?? 0
  const end = start + timeline.step
  const gap = gaps.find(({ from, to }) => from < end && to > start)
  if (gap) return gap.why
  return end > until ? t.soFar : null
}
