/** Whether an operator compares with a value. Apart from the operators of columns, which lists of rules do not load. */
export function hasValue(operator: string): boolean {
  return !/^is /.test(operator)
}
