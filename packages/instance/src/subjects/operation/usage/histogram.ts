/** Durations of calls in buckets with fixed bounds: ten per decade from 0.1 ms to about a minute, and one above. */
export type Histogram = number[]

const perDecade = [1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 7.5]
const decades = [0.1, 1, 10, 100, 1000, 10_000]

/** Upper bound of each bucket but the last, in microseconds; includes the 14 bounds that OpenTelemetry recommends. */
export const bucketBounds: readonly number[] = decades
  .flatMap((decade) => perDecade.map((step) => Math.round(decade * step * 1000)))
  .slice(0, 59)

export const bucketCount = bucketBounds.length + 1

/** Index of the first bound to compare, by the number of bits of a value; most values are found with one or two comparisons. */
const startAt: readonly number[] = Array.from({ length: 32 }, (_, bits) => {
  const least = bits === 0 ? 0 : 2 ** (bits - 1)
  const found = bucketBounds.findIndex((bound) => bound >= least)
  return found < 0 ? bucketBounds.length : found
})

export function bucketOf(microseconds: number): number {
  if (microseconds > 2_000_000_000) return bucketBounds.length
  let at = startAt[32 - Math.clz32(microseconds)] ?? 0
  while (at < bucketBounds.length && microseconds > (bucketBounds[at] ?? 0)) at++
  return at
}

export const newHistogram = (): Histogram => new Array<number>(bucketCount).fill(0)

/** One character per bucket, none of them a digit. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&*+/'

/** `K5L2`: five in bucket K, two in L. Concatenated texts represent their sum. */
export function writeHistogram(histogram: Histogram): string {
  let text = ''
  for (let at = 0; at < histogram.length; at++) {
    const count = histogram[at]
    if (count !== undefined && count > 0) text += letters.charAt(at) + count
  }
  return text
}

const bucketOfLetter: readonly number[] = Array.from({ length: 128 }, (_, code) =>
  letters.indexOf(String.fromCharCode(code)),
)

/** Adds a histogram in text form; anything invalid is skipped. */
export function addWritten(histogram: Histogram, text: string): void {
  let bucket = -1
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) {
      count = count * 10 + code - 48
      continue
    }
    addTo(histogram, bucket, count)
    bucket = bucketOfLetter[code] ?? -1
    count = 0
  }
  addTo(histogram, bucket, count)
}

function addTo(histogram: Histogram, bucket: number, count: number): void {
  if (bucket >= 0) histogram[bucket] = (histogram[bucket] ?? 0) + count
}

/**
 * Estimates the value in microseconds below which a share of the calls lies, with values evenly distributed in a bucket. `null`
 * for an empty histogram. `max`: the greatest value, which no percentile exceeds.
 */
export function percentile(histogram: Histogram, share: number, max: number): number | null {
  let total = 0
  for (const count of histogram) total += count
  if (total === 0) return null
  let left = share * total
  for (const [at, count] of histogram.entries()) {
    if (count === 0 || left > count) {
      left -= count
      continue
    }
    const low = bucketBounds[at - 1] ?? 0
    const high = Math.min(bucketBounds[at] ?? max, Math.max(max, low))
    return Math.min(max, low + (high - low) * Math.max(0, left / count))
  }
  return max
}
