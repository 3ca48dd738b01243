import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './chart.module.css'
import { ChartPlot } from './chart-plot.tsx'
import type { ChartProps } from './chart-props.ts'
import { ChartTable } from './chart-table.tsx'
import { t } from './messages.ts'
import { Swatch } from './patterns.tsx'

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
