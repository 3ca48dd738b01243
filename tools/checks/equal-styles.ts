/** A rule of a style sheet. */
export interface StyleRule {
  readonly file: string
  readonly selector: string
  /** The surrounding at-rules and its declarations, sorted. */
  readonly says: string
}

/** The rules of a style sheet that have declarations, except those of animations. */
export function styleRules(file: string, text: string): StyleRule[] {
  const rules: StyleRule[] = []
  const around: string[] = []
  let from = 0
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '')
  for (const { 0: brace, index } of plain.matchAll(/[{}]/g)) {
    const before = plain.slice(from, index)
    from = index + 1
    if (brace === '{') around.push(before.split(';').at(-1)?.trim().replace(/\s+/g, ' ') ?? '')
    else {
      const declarations = before.split(';').flatMap((one) => one.trim().replace(/\s+/g, ' ') || [])
      const selector = around.pop() ?? ''
      if (declarations.length > 0 && !around.some((rule) => rule.startsWith('@keyframes')))
        rules.push({ file, selector, says: [...around, ...declarations.sort()].join('; ') })
    }
  }
  return rules
}

/** Groups of rules with equal declarations under equal conditions, which could be merged. */
export function equalRules(rules: readonly StyleRule[]): StyleRule[][] {
  return [...Map.groupBy(rules, ({ says }) => says).values()].filter((group) => group.length > 1)
}
