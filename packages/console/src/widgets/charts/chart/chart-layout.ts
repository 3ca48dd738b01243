import { scaleLinear, scaleTime, scaleUtc } from 'd3-scale'
import { curveMonotoneX, line } from 'd3-shape'
import { day } from './chart-words.ts'

/** The time range of a chart, divided into steps of equal length. Times are milliseconds since 1970. */
export interface Timeline {
  /** Milliseconds per step. */
  readonly step: number
  /** Start of each step, ascending and without gaps. */
  readonly starts: readonly number[]
}

/** Colour of a series, and the pattern that distinguishes it. */
export type SeriesTone = 'accent' | 'success' | 'warning' | 'danger' | 'faint'
export type SeriesPattern = 'solid' | 'stripes' | 'dots' | 'hollow'

export interface Series {
  readonly id: string
  readonly label: string
  readonly tone: SeriesTone
  readonly pattern: SeriesPattern
  /** One per step; `null` if unknown. */
  readonly values: readonly (number | null)[]
}

/** A time range with incomplete data. */
export interface Gap {
  readonly from: number
  readonly to: number
  readonly why: string
}

/** Stacked columns, or one line per series. */
export type ChartKind = 'columns' | 'lines'

export interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface Tick {
  /** Pixels from the left or the top. */
  readonly at: number
  readonly value: number
}

export interface ChartLayout {
  readonly area: Area
  /** SVG paths, in the order of the series. */
  readonly paths: readonly string[]
  /** Values between unknown ones, which a line cannot show. */
  readonly dots: readonly { readonly series: Series; readonly x: number; readonly y: number }[]
  readonly gaps: readonly { readonly left: number; readonly width: number; readonly why: string }[]
  readonly amounts: readonly Tick[]
  readonly times: readonly Tick[]
}

interface LayoutParts {
  readonly kind: ChartKind
  readonly timeline: Timeline
  readonly series: readonly Series[]
  readonly gaps: readonly Gap[]
  readonly frame: ChartFrame
}

/** Size of the drawing in pixels, and the space at its left for axis labels. */
export interface ChartFrame {
  readonly width: number
  readonly height: number
  readonly left: number
}

const margin = { left: 48, right: 8, top: 10, bottom: 24 }
/** Maximum width of a character in axis labels, and the space around labels, in pixels. */
const letter = { width: 6.6, around: 14 }
/** Width of a time label, in pixels. */
const timeWords = 76

/** Lays out a chart of `width` by `height` pixels. */
export function chartLayout({ kind, timeline, series, gaps, frame }: LayoutParts): ChartLayout {
  const area = areaOf(frame)
  const x = timeScale(timeline, area)
  const y = amountScale(kind, series).range([area.bottom, area.top])
  const paths =
    kind === 'columns'
      ? columnPaths({ timeline, series, x, y })
      : series.map(
          ({ values }) =>
            line<number>()
              .defined((index) => isKnown(values[index]))
              .x((index) => x(middleOf(timeline, index)))
              .y((index) => y(values[index] ?? 0))
              .curve(curveMonotoneX)(timeline.starts.map((_start, index) => index)) ?? '',
        )
  return {
    area,
    paths,
    dots: kind === 'columns' ? [] : series.flatMap((one) => lonely(one, timeline, x, y)),
    gaps: gaps.flatMap(({ from, to, why }) => {
      if (x(to) < area.left || x(from) > area.right) return []
      const left = Math.max(area.left, x(from))
      const right = Math.min(area.right, Math.max(x(to), left + 2))
      return right > left ? [{ left, width: right - left, why }] : []
    }),
    amounts: amountsOf(y).map((value) => ({ at: y(value), value })),
    times: ticksWithin(x, Math.max(2, Math.floor((area.right - area.left) / timeWords))).flatMap((date) => {
      const at = x(date)
      return at > area.right - timeWords / 3 ? [] : [{ at, value: date.getTime() }]
    }),
  }
}

/** Left edge of the drawing in pixels, so that the axis labels fit in any language. */
export function roomForAmounts(kind: ChartKind, series: readonly Series[], words: (value: number) => string): number {
  const longest = Math.max(0, ...amountsOf(amountScale(kind, series)).map((value) => words(value).length))
  return Math.max(margin.left, Math.ceil(longest * letter.width) + letter.around)
}

function amountScale(kind: ChartKind, series: readonly Series[]) {
  return scaleLinear()
    .domain([0, Math.max(peakOf(kind, series), 1)])
    .nice(4)
}

function amountsOf(scale: ReturnType<typeof amountScale>): number[] {
  return scale.ticks(4).filter(Number.isInteger)
}

/** The step at a horizontal position in pixels; `null` for a chart without steps. */
export function stepAt(timeline: Timeline, frame: ChartFrame, pixels: number): number | null {
  const { starts } = timeline
  const time = timeScale(timeline, areaOf(frame)).invert(pixels).getTime()
  const at = starts.findLastIndex((start) => start <= time)
  return starts.length === 0 ? null : Math.max(0, at)
}

/** Horizontal centre of a step, in pixels. */
export function placeOf(timeline: Timeline, frame: ChartFrame, index: number): number {
  return timeScale(timeline, areaOf(frame))(middleOf(timeline, index))
}

/** All steps between two times, with or without data. */
export function stepsBetween(from: number, to: number, step: number): number[] {
  const first = Math.floor(from / step) * step
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / step)) }, (_none, index) => first + index * step)
}

function areaOf({ width, height, left }: ChartFrame): Area {
  return { left, right: width - margin.right, top: margin.top, bottom: height - margin.bottom }
}

/** As many ticks as fit: a scale may return more than requested. */
function ticksWithin(scale: ReturnType<typeof timeScale>, most: number): Date[] {
  for (let count = most; count > 1; count--) {
    const ticks = scale.ticks(count)
    if (ticks.length <= most) return ticks
  }
  return scale.ticks(1)
}

/** Days are in UTC, as the instance counts them; shorter steps are shown in local time. */
function timeScale({ starts, step }: Timeline, { left, right }: Area) {
  const scale = step >= day ? scaleUtc() : scaleTime()
  const [from = 0] = starts
  return scale.domain([from, (starts.at(-1) ?? from) + step]).range([left, Math.max(right, left + 1)])
}

function middleOf({ starts, step }: Timeline, index: number): number {
  return (starts[index] ?? 0) + step / 2
}

function peakOf(kind: ChartKind, series: readonly Series[]): number {
  const steps = Math.max(0, ...series.map(({ values }) => values.length))
  const heights = Array.from({ length: steps }, (_none, index) => {
    const values = series.map((one) => one.values[index] ?? 0)
    return kind === 'columns' ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values)
  })
  return heights.reduce((most, height) => Math.max(most, height), 0)
}

interface ColumnParts extends Pick<LayoutParts, 'timeline' | 'series'> {
  readonly x: (time: number) => number
  readonly y: (value: number) => number
}

/** One path per series, whatever the number of steps: each column is stacked on those of the previous series. */
function columnPaths({ timeline, series, x, y }: ColumnParts): string[] {
  const { starts, step } = timeline
  const below = starts.map(() => 0)
  return series.map(({ values }) =>
    starts
      .map((start, index) => {
        const value = values[index] ?? 0
        const base = below[index] ?? 0
        below[index] = base + value
        if (value <= 0) return ''
        const left = x(start)
        const width = x(start + step) - left
        // Every nonzero value is visible, and columns are separated if there is room.
        const between = width > 8 ? 2 : width > 3 ? 1 : 0
        const foot = y(base)
        const height = Math.max(1, foot - y(base + value))
        return `M${round(left)} ${round(foot)}h${round(Math.max(0.75, width - between))}v${round(-height)}H${round(left)}Z`
      })
      .join(''),
  )
}

function lonely(series: Series, timeline: Timeline, x: (time: number) => number, y: (value: number) => number) {
  return series.values.flatMap((value, index) => {
    const alone = !isKnown(series.values[index - 1]) && !isKnown(series.values[index + 1])
    return isKnown(value) && alone ? [{ series, x: x(middleOf(timeline, index)), y: y(value) }] : []
  })
}

function isKnown(value: number | null | undefined): value is number {
  return value !== null && value !== undefined
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
