import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import styles from './chart.module.css'
import type { ChartKind, Gap, Series, Timeline } from './chart-layout.ts'
import { ChartPlot } from './chart-plot.tsx'
import { ChartTable } from './chart-table.tsx'
import { Swatch } from './patterns.tsx'

export interface ChartProps {
  title: string
  kind: ChartKind
  timeline: Timeline
  series: readonly Series[]
  gaps: readonly Gap[]
  /** A value in full, and as short as the axis has it. */
  format: (value: number) => string
  formatShort: (value: number) => string
  /** What stands in for all values of a series beside its name. */
  summary?: (series: Series) => string | null
  /** When the instance said all this, in milliseconds since 1970: a step that is not over by then is only begun. */
  until: number
  height?: number
  /** The figures belong to the question before. */
  stale?: boolean
  children?: ReactNode
}

/** Figures over time, drawn or as a table. Arrow keys walk through the steps of the drawing. */
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
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </Row>
      <ul className={styles.legend} aria-label={`${title}: what is shown`}>
        {series.map((one) => (
          <li key={one.id}>
            <Swatch series={one} line={props.kind === 'lines'} />
            {one.label}
            {summary ? <strong>{summary(one) ?? '–'}</strong> : null}
          </li>
        ))}
      </ul>
      {asTable ? <ChartTable {...props} /> : <ChartPlot {...props} />}
      {props.children}
    </figure>
  )
}
