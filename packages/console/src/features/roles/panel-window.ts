/**
 * Returns the scroll position that a list of equal rows would have without the panel that is open within it: the visible rows can then be
 * computed as if all had the same height. In pixels; `panelTop` is the bottom edge of the panel's row.
 */
export function scrollWithoutPanel(scrollTop: number, panelTop: number, panelHeight: number): number {
  if (panelHeight === 0 || scrollTop <= panelTop) return scrollTop
  return Math.max(panelTop, scrollTop - panelHeight)
}
