/**
 * Where a list of equal rows would be scrolled to if the panel that is open within it were not there: the rows around a panel
 * of any height can then be found as if all were equal. Pixels; `panelTop` is the lower edge of the row it belongs to.
 */
export function scrollWithoutPanel(scrollTop: number, panelTop: number, panelHeight: number): number {
  if (panelHeight === 0 || scrollTop <= panelTop) return scrollTop
  return Math.max(panelTop, scrollTop - panelHeight)
}
