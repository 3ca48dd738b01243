import { useId } from 'react'
import { Text } from '../../../ui/text.tsx'
import styles from './chart.module.css'
import type { ChartProps } from './chart-props.ts'
import { stepNote, valueWords } from './chart-readout.tsx'
import { stepWords } from './chart-words.ts'
import { t } from './messages.ts'

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
