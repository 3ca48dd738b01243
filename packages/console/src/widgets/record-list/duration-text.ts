/** A duration in milliseconds, in two figures or so; nothing while it goes on. */
export function durationText(duration: number | null): string {
  if (duration === null) return ''
  if (duration < 1000) return `${Math.round(duration)} ms`
  if (duration < 60_000) return `${(duration / 1000).toFixed(1)} s`
  const seconds = Math.round(duration / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
