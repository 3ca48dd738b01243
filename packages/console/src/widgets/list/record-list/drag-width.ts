import type { PointerEvent } from 'react'

/** Resizes a column that is `width` pixels wide while its edge is dragged. */
export function dragWidth(event: PointerEvent<HTMLElement>, width: number, onWidth: (pixels: number) => void): void {
  event.preventDefault()
  const grip = event.currentTarget
  const start = event.clientX
  grip.setPointerCapture(event.pointerId)
  const move = (moved: globalThis.PointerEvent) => onWidth(width + moved.clientX - start)
  const stop = () => {
    grip.removeEventListener('pointermove', move)
    grip.removeEventListener('pointerup', stop)
    grip.removeEventListener('pointercancel', stop)
  }
  grip.addEventListener('pointermove', move)
  grip.addEventListener('pointerup', stop)
  grip.addEventListener('pointercancel', stop)
}
