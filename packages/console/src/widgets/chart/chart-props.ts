import type { ReactNode } from 'react'
import type { ChartKind, Gap, Series, Timeline } from './chart-layout.ts'

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
