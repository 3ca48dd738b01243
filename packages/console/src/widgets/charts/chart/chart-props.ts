import type { ReactNode } from 'react'
import type { ChartKind, Gap, Series, Timeline } from './chart-layout.ts'

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
