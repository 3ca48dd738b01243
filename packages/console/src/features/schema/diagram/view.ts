/** Position of the diagram in its frame, in pixels: a point `px` of the diagram is at `x + zoom * px`. */
export interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box extends Size {
  readonly x: number
  readonly y: number
}

const least = 0.03
const most = 2
/** Free space around a diagram that is fitted to the frame. */
const margin = 32

/** Zooms by a factor, keeping the given point of the frame in place. */
export function zoomed(view: View, factor: number, at: { readonly x: number; readonly y: number }): View {
  const zoom = Math.min(most, Math.max(least, view.zoom * factor))
  const scale = zoom / view.zoom
  return { x: at.x - (at.x - view.x) * scale, y: at.y - (at.y - view.y) * scale, zoom }
}

export function moved(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x + dx, y: view.y + dy }
}

/** The view that shows everything, at most at zoom 1. */
export function fitted(all: Box, frame: Size): View {
  const zoom = Math.max(
    least,
    Math.min(1, (frame.width - 2 * margin) / all.width, (frame.height - 2 * margin) / all.height),
  )
  return {
    x: (frame.width - all.width * zoom) / 2 - all.x * zoom,
    y: (frame.height - all.height * zoom) / 2 - all.y * zoom,
    zoom,
  }
}

/** Centres a box in the frame, at a readable zoom. */
export function centredOn(box: Box, frame: Size, { zoom: now }: View): View {
  const zoom = Math.max(now, 0.8)
  return {
    x: frame.width / 2 - (box.x + box.width / 2) * zoom,
    y: frame.height / 2 - (box.y + box.height / 2) * zoom,
    zoom,
  }
}

/** The part of the diagram that the frame shows. */
export function seen({ x, y, zoom }: View, frame: Size): Box {
  return { x: -x / zoom, y: -y / zoom, width: frame.width / zoom, height: frame.height / zoom }
}

export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

export function contains(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

/** The smallest box around all given boxes. */
export function around(boxes: Iterable<Box>): Box {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0]
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return left > right
    ? { x: 0, y: 0, width: 1, height: 1 }
    : { x: left, y: top, width: right - left, height: bottom - top }
}
