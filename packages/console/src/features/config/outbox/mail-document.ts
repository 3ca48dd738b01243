/** The HTML of a mail, prepared for a frame on a page whose policy forbids inline styles. */
interface MailDocument {
  /** Without active content; the styles of elements are in `data-look`. */
  readonly html: string
  /** The rules of its style sheets. */
  readonly css: string
}

const acting =
  'script, iframe, frame, object, embed, applet, base, meta, link, style, template, svg, math, video, audio, source, track'

/** Attributes that run code, submit data, or load external resources. */
const actingAttribute = /^(?:on.*|style|action|formaction|ping|srcdoc|srcset|background|autofocus|longdesc)$/i

/** No alternative can match a tag that starts inside, so matching takes linear time. */
const startTag = /<[a-z](?:"[^"<]*"|'[^'<]*'|[^'"<>])*>/gi
/** Attributes that a browser reports as policy violations when merely parsing them. */
const forbidden = /([\s/"'])(style|on[a-z]+)(?=\s*=)/gi

/** Removes active content and anything loaded automatically, including external pictures, and opens web links in a new window. */
export function mailDocument(html: string): MailDocument {
  // Before anything is parsed: a browser reports every policy violation, even in a document that is not shown.
  const { sheets, rest } = withoutSheets(html)
  const plain = rest
    .replace(/<base\b[^<>]*>/gi, '')
    .replace(startTag, (tag) =>
      tag.replace(forbidden, (_, before: string, name: string) =>
        /^style$/i.test(name) ? `${before}data-look` : `${before}data-left-out`,
      ),
    )
  const page = new DOMParser().parseFromString(plain, 'text/html')
  for (const element of page.querySelectorAll(acting)) element.remove()
  for (const element of page.querySelectorAll('*')) tame(element)
  return { html: page.documentElement.outerHTML, css: sheets.map(withoutAddresses).join('\n') }
}

/** Removes the style sheets from HTML, up to one that is not closed. */
function withoutSheets(html: string): { readonly sheets: readonly string[]; readonly rest: string } {
  const sheets: string[] = []
  const rest: string[] = []
  const begin = /<style\b[^<>]*>/gi
  const end = /<\/style\b[^<>]*>/gi
  let from = 0
  for (let found = begin.exec(html); found !== null; found = begin.exec(html)) {
    end.lastIndex = begin.lastIndex
    const close = end.exec(html)
    if (close === null) break
    rest.push(html.slice(from, found.index))
    sheets.push(html.slice(begin.lastIndex, close.index))
    from = begin.lastIndex = end.lastIndex
  }
  return { sheets, rest: [...rest, html.slice(from)].join('') }
}

function tame(element: Element): void {
  for (const name of element.getAttributeNames()) if (actingAttribute.test(name)) element.removeAttribute(name)
  const look = element.getAttribute('data-look')
  if (look !== null) element.setAttribute('data-look', withoutAddresses(look))
  if (!/^data:image\//i.test(element.getAttribute('src') ?? '')) element.removeAttribute('src')
  const address = element.getAttribute('href')
  if (address === null) return
  if (isWebAddress(address)) {
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer')
  } else element.removeAttribute('href')
}

/** Disables rules that request anything: `url()` and `@import` become invalid. */
function withoutAddresses(css: string): string {
  return css.replace(/@import\b[^;]*;?/gi, '').replace(/\b(?:url|image-set|image|src)\(/gi, 'left-out(')
}

/** Any other URL, in particular `javascript:`, must not be followed. */
function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address)
}

const paper = 'body { margin: 16px; color: #1b1c20; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }'

/** Applies the styles once the page is in its frame: the policy does not treat styles set by scripts as inline. */
export function applyStyles(page: Document, css: string): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-look]'))
    element.style.cssText = element.dataset.look ?? ''
  const view = page.defaultView
  if (!view || !('adoptedStyleSheets' in page)) return
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(`${paper}\n${css}`)
  page.adoptedStyleSheets = [sheet]
}

/** Returns the URLs in a mail without duplicates, in order: those of its HTML, then those in its text. */
export function mailLinks(html: string, text: string): string[] {
  const marked = [
    ...new DOMParser().parseFromString(mailDocument(html).html, 'text/html').querySelectorAll('a[href]'),
  ].map((link) => link.getAttribute('href') ?? '')
  const written = [...text.matchAll(/https?:\/\/[^\s<>"']+/gi)].map(([address]) =>
    address.replace(/[.,;:!?)\]}]+$/, ''),
  )
  return [...new Set([...marked, ...written].filter(isWebAddress))]
}
