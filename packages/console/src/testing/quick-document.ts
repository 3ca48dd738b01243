/** Elements that browsers never render. */
const neverShown = new Set(['HEAD', 'LINK', 'META', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE'])
const inLine = new Set(['A', 'B', 'CODE', 'EM', 'I', 'LABEL', 'SPAN', 'STRONG'])

/**
 * Replaces the slow parts of jsdom that queries by role and label use, its default stylesheet and document traversals, which took a third
 * of the time of page tests. No test loads a stylesheet, so only inline styles and attributes matter. Applies to the document of the
 * current test file.
 */
export function speedUpJsdom(): void {
  const empty = document.createElement('i').style
  globalThis.getComputedStyle = (element, pseudo) =>
    typeof pseudo === 'string' && pseudo !== ''
      ? empty
      : new Proxy(empty, { get: (_, name) => computed(element, name, empty) })
  for (const { prototype } of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement])
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: HTMLElement) {
        return labelsOf(this)
      },
    })
}

function computed(element: Element, name: string | symbol, empty: CSSStyleDeclaration): unknown {
  const style = element instanceof HTMLElement || element instanceof SVGElement ? element.style : empty
  switch (name) {
    case 'display':
      return element instanceof HTMLElement ? displayOf(element) : 'inline'
    case 'visibility':
      return inherited(element, 'visibility', 'visible')
    case 'pointerEvents':
      return inherited(element, 'pointerEvents', 'auto')
    case 'getPropertyValue':
      return (property: string) => {
        const known = computed(element, property === 'pointer-events' ? 'pointerEvents' : property, empty)
        return typeof known === 'string' ? known : style.getPropertyValue(property)
      }
    default: {
      const value: unknown = Reflect.get(style, name)
      return typeof value === 'function' ? value.bind(style) : value
    }
  }
}

function displayOf(element: HTMLElement): string {
  const { display } = element.style
  if (display !== '') return display
  if (element.hasAttribute('hidden') || neverShown.has(element.tagName)) return 'none'
  return inLine.has(element.tagName) ? 'inline' : 'block'
}

function inherited(element: Element, property: 'visibility' | 'pointerEvents', initial: string): string {
  for (let at: Element | null = element; at instanceof HTMLElement; at = at.parentElement) {
    const value = at.style[property]
    if (value !== '' && value !== 'inherit') return value
  }
  return initial
}

/** As specified: the labels that refer to the control, and an enclosing one without `for`. */
function labelsOf(control: HTMLElement): HTMLLabelElement[] | null {
  if (control instanceof HTMLInputElement && control.type === 'hidden') return null
  const { id } = control
  const around = control.closest('label')
  const naming = id === '' ? [] : [...document.querySelectorAll<HTMLLabelElement>(`label[for=${JSON.stringify(id)}]`)]
  return around !== null && !around.hasAttribute('for') && around.control === control ? [...naming, around] : naming
}
