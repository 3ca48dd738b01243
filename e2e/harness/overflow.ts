import type { Page } from 'playwright-core'

/**
 * Returns, as sentences, the controls and paragraphs whose text overflows them or is cut off without an ellipsis, and the page itself if it
 * is wider than the window.
 */
export function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const name = (element: Element) => `${element.tagName.toLowerCase()} «${element.textContent?.trim().slice(0, 60)}»`
    const inSight = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && getComputedStyle(element).clipPath !== 'inset(50%)'
    const isScrolled = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement))
    const controls = [
      ...document.querySelectorAll('button, a, label, legend, p, h1, h2, h3, [role="menuitem"], [role="tab"], dt, dd'),
    ]
    const wide = controls
      .filter((element) => inSight(element) && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => {
        const style = getComputedStyle(element)
        return style.display !== 'inline' && style.textOverflow !== 'ellipsis'
      })
      .map((element) => `${name(element)} needs ${element.scrollWidth} px and has ${element.clientWidth}`)
    const outside = controls
      .filter((element) => inSight(element) && !isScrolled(element.parentElement))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return right > 0 && left < innerWidth && (right > innerWidth + 1 || left < -1)
      })
      .map((element) => `${name(element)} is not wholly in the window`)
    const { scrollWidth } = document.documentElement
    return [...wide, ...outside, ...(scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`] : [])]
  })
}

/** Returns, as sentences, the parts of a page that hide what does not fit their height, although nothing scrolls to it, nor ends in an ellipsis. */
export function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const least = 60
    return [...document.querySelectorAll('main, main *, [role="dialog"] *')]
      .filter((element) => element.clientHeight > least && element.scrollHeight > element.clientHeight + 4)
      .filter((element) => {
        const { overflowY, webkitLineClamp } = getComputedStyle(element)
        return /hidden|clip/.test(overflowY) && webkitLineClamp === 'none'
      })
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const what = `${element.tagName.toLowerCase()} «${element.textContent?.trim().slice(0, 60)}»`
        return `${what} needs ${element.scrollHeight} px of height and has ${element.clientHeight}`
      })
  })
}

/** Returns, as sentences, the icons that are shown without a size; those of a diagram that is zoomed out have theirs. */
export function withoutSize(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const least = 4
    return [...document.querySelectorAll('svg.tabler-icon')]
      .filter((icon) => icon.checkVisibility({ visibilityProperty: true }))
      .filter((icon) => {
        const { width, height } = getComputedStyle(icon)
        return Number.parseFloat(width) < least || Number.parseFloat(height) < least
      })
      .map((icon) => `an icon in «${icon.parentElement?.textContent?.trim().slice(0, 60)}» has no size`)
  })
}

/** What may scroll sideways: code, tabs, and the grid of a table's rows. */
const wideByNature = 'pre, textarea, nav, .cm-scroller, [role="tablist"], div[role="grid"]'

/** Returns, as sentences, the parts of a page that scroll sideways although nothing requires it, and the page itself if it does. */
export function sideways(page: Page): Promise<readonly string[]> {
  return page.evaluate((allowed) => {
    const scrolls = (element: Element) =>
      element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX)
    // Between a phone and a laptop, lists scroll.
    const inside = innerWidth < 640 || innerWidth >= 1366 ? document.body.querySelectorAll('*') : []
    return [document.documentElement, ...inside]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && scrolls(element))
      .filter((element) => !element.matches(allowed) && element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const what = element.textContent?.trim().slice(0, 60)
        return `${element.tagName.toLowerCase()} «${what}» is ${element.scrollWidth} px wide in ${element.clientWidth}`
      })
  }, wideByNature)
}
